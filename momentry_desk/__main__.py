"""Picks worker, janitor, command line or window before anything heavy is imported."""

import os
import sys

from momentry_desk.core import bundle


def main() -> int:
    """The program's one entry; answers its exit code."""
    if bundle.FROZEN:
        import multiprocessing

        # A library's child process is this executable too: it must not become another window.
        multiprocessing.freeze_support()
        bundle.clean(os.environ)
    sys.path += [folder for folder in bundle.further_processors(os.environ) if folder not in sys.path]
    flag = sys.argv[1] if len(sys.argv) > 1 else ""
    if flag == "--worker":
        from momentry_desk.worker.main import run_worker

        return run_worker()
    if flag == "--janitor":
        from momentry_desk.engine import janitor

        return janitor.main()
    from momentry_desk import cli

    return cli.main(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
