"""A Debian of one's own, with nothing in it but what every Debian has: made once, unpacked anew for each check."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from installers.steps import BUILD, BuildTrouble, run

SUITE = "bookworm"
MIRROR = os.environ.get("MOMENTRY_DEBIAN_MIRROR", "http://deb.debian.org/debian")
KEPT = BUILD / "bare" / f"{SUITE}.tar"

#: The person who uses the program in there.
USER, USER_ID = "creator", 1000
HOME = Path("/home") / USER


class BareDebian:
    """Unpacked in `root`, removed by `remove`. Programs in it run in a name space of mounts that goes with them."""

    def __init__(self, root: Path) -> None:
        self.root = root
        if os.geteuid() != 0:
            raise BuildTrouble("A bare Debian is entered by chroot: only root can check the package.")
        if not KEPT.exists():
            _make()
        self.remove()
        root.mkdir(parents=True)
        run("A bare Debian", ["tar", "-C", root, "-xf", KEPT])
        for name in ("resolv.conf", "hosts"):
            shutil.copyfile(Path("/etc") / name, root / "etc" / name)
        for path in Path("/etc/apt/apt.conf.d").iterdir():
            # How this machine reaches its mirrors; not what it does after an installation.
            if "Acquire::" in path.read_text("utf-8", "replace"):
                shutil.copyfile(path, root / "etc" / "apt" / "apt.conf.d" / path.name)
        runtime = root / "run" / "user" / str(USER_ID)
        runtime.mkdir(parents=True)
        runtime.chmod(0o700)
        os.chown(runtime, USER_ID, USER_ID)
        self.ask(["useradd", "--create-home", "--uid", str(USER_ID), "--shell", "/bin/sh", USER])

    def remove(self) -> None:
        # Nothing is mounted below it outside of the name spaces, so this removes what is ours alone.
        subprocess.run(["rm", "-rf", "--one-file-system", str(self.root)], check=True)

    def command(
        self, words: Sequence[str], *, user: bool = False, offline: bool = False, **environment: str
    ) -> list[str]:
        """The command line that runs `words` in there, as root or as the user, with or without a network."""
        place = str(self.root)
        mounts = (
            f'mount -t proc proc "{place}/proc" && mount --rbind /dev "{place}/dev" && '
            f'mkdir -p "{place}/tmp/.X11-unix" && '
            f'{{ [ ! -d /tmp/.X11-unix ] || mount --bind /tmp/.X11-unix "{place}/tmp/.X11-unix"; }} && exec "$@"'
        )
        usual = {
            "HOME": str(HOME) if user else "/root",
            "LANG": "C.UTF-8",
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "DEBIAN_FRONTEND": "noninteractive",
        }
        command = ["unshare", "--mount", *(["--net"] if offline else []), "sh", "-c", mounts, "sh", "chroot"]
        if user:
            command += [f"--userspec={USER_ID}:{USER_ID}", "--groups="]
        command += [place, "/usr/bin/env", "-i"]
        command += [f"{name}={value}" for name, value in {**usual, **environment}.items()]
        return [*command, *words]

    def ask(self, words: Sequence[str], **more: Any) -> str:
        """What a command prints in there. Raises `BuildTrouble` with its own words where it fails."""
        done = subprocess.run(
            self.command(words, **more), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise BuildTrouble(
                f"{' '.join(words)}: code {done.returncode}\n{done.stdout[-3000:]}{done.stderr[-3000:]}"
            )
        return done.stdout

    def files(self) -> set[str]:
        """Every path in there, but for the package manager's books and what a boot makes."""
        passed = (
            "/proc",
            "/dev",
            "/sys",
            "/run",
            "/tmp",
            "/var/lib/dpkg",
            "/var/lib/apt",
            "/var/cache",
            "/var/log",
        )
        found = set()
        for folder, folders, names in os.walk(self.root):
            inside = "/" + os.path.relpath(folder, self.root).removeprefix(".")
            inside = inside.rstrip("/")
            folders[:] = [name for name in folders if f"{inside}/{name}" not in passed]
            found |= {f"{inside}/{name}" for name in (*folders, *names)}
        return found


def _make() -> None:
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    folder = KEPT.with_suffix(".new")
    shutil.rmtree(folder, ignore_errors=True)
    command = ("debootstrap", "--variant=minbase", SUITE, folder, MIRROR)
    run(f"Debian {SUITE}, once", command, log=BUILD / "debootstrap.log")
    run("Kept for the next time", ["tar", "-C", folder, "-cf", KEPT.with_suffix(".part"), "."])
    KEPT.with_suffix(".part").rename(KEPT)
    shutil.rmtree(folder)
