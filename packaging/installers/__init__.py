"""Builds the installers: `packaging/dev.py build deb | windows | macos | check`, in an environment of its own."""
