"""Momentry Desk: deep scans of a creator's footage, in a queue that survives whatever happens."""

__version__ = "0.1.0"

#: Where newer versions are announced: an https address that answers with a JSON object of `tag_name` ("v1.2.3") and
#: `html_url` (the page to download from), as https://api.github.com/repos/OWNER/NAME/releases/latest does. Empty:
#: this build has no such place, and the check for a newer version is greyed out.
RELEASES = ""
