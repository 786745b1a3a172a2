"""The macOS bundle and its disk image. Only a Mac can build them.

Signing and notarization take who signs from the environment: MOMENTRY_SIGNING_IDENTITY is the name of a "Developer
ID Application" identity in the keychain, MOMENTRY_NOTARY_PROFILE that of a profile that `xcrun notarytool
store-credentials` made there. Without the first the bundle is signed ad hoc, which opens on this Mac alone; without
the second it is not notarized.
"""

import os
import platform
import shutil
import sys
from pathlib import Path

from installers import bom, frozen, icons, notices
from installers.contents import ROOT
from installers.steps import BUILD, DATA, DIST, NAME, BuildTrouble, finish, run, say, source_date, version

IDENTITY, PROFILE = "MOMENTRY_SIGNING_IDENTITY", "MOMENTRY_NOTARY_PROFILE"
LIMIT_MIB = 450
APP = BUILD / "frozen" / "Momentry Desk.app"


def build() -> Path:
    """Make dist/momentry-desk-VERSION-macos-ARCHITECTURE.dmg; answers its path. Raises `BuildTrouble`."""
    if sys.platform != "darwin":
        raise BuildTrouble(
            "The macOS bundle can be built on a Mac alone: signing and disk images are the system's."
        )
    icon = BUILD / "momentry-desk.icns"
    icons.write_icns(icon)
    shutil.rmtree(APP, ignore_errors=True)
    frozen.build(icon)
    frozen.check_contents()
    resources = APP / "Contents" / "Resources"
    frozen.add_weights(resources / "weights", source_date())
    # The program looks where its libraries lie; only what is signed as code may lie there itself.
    (APP / "Contents" / "Frameworks" / "weights").symlink_to("../Resources/weights")
    shipped = notices.shipped_distributions(frozen.LISTS)
    distributions = [shipped[name] for name in sorted(shipped)]
    place = resources / "licences"
    notices.write_licences(distributions, place)
    shutil.copyfile(notices.python_licence(), place / "python.txt")
    shutil.copyfile(ROOT / "LICENSE", place / "momentry-desk.txt")
    shutil.copyfile(notices.NOTICES, resources / "NOTICES.md")
    _sign(APP)
    made = DIST / f"{NAME}-{version()}-macos-{platform.machine()}.dmg"
    DIST.mkdir(exist_ok=True)
    made.unlink(missing_ok=True)
    folder = BUILD / "dmg"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    run("Copy", ["ditto", APP, folder / APP.name])
    (folder / "Applications").symlink_to("/Applications")
    image = ["hdiutil", "create", "-volname", "Momentry Desk", "-srcfolder", folder, "-format", "ULFO", "-ov", made]
    run("Disk image", image)
    _notarize(made)
    bom.write(distributions, made.with_suffix(".cdx.json"))
    finish(made, LIMIT_MIB)
    return made


def _sign(app: Path) -> None:
    identity = os.environ.get(IDENTITY)
    if not identity:
        say(f"   {IDENTITY} is not set: signed ad hoc, to be opened on this Mac alone.")
    timestamp = ["--timestamp"] if identity else ["--timestamp=none"]
    command = ["codesign", "--force", "--options", "runtime", *timestamp, "--sign", identity or "-"]
    run("Signature", [*command, "--entitlements", DATA / "macos" / "entitlements.plist", app])
    run("Its proof", ["codesign", "--verify", "--deep", "--strict", app])


def _notarize(image: Path) -> None:
    profile, identity = os.environ.get(PROFILE), os.environ.get(IDENTITY)
    if not (profile and identity):
        say(f"   Not notarized: that takes {IDENTITY} and {PROFILE}.")
        return
    run("Signature of the image", ["codesign", "--timestamp", "--sign", identity, image])
    run("Notarization", ["xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait"])
    run("Its ticket", ["xcrun", "stapler", "staple", image])
