"""The first line of the frozen program."""

import sys

from momentry_desk.__main__ import main

sys.exit(main())
