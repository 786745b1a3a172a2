"""The version of each processor, as a part of what makes two scans the same one."""

import importlib.metadata
from functools import cache

from momentry_desk.core.model import PROCESSOR_GROUP, PROCESSOR_VERSIONS


@cache
def version_of(processor: str) -> str:
    """Of a processor of the program's own its version; of another one that of the package that brings it.

    A new version is another scan: what was complete is scanned again when it is asked for. Nothing of the processor
    is imported for it. Empty for a name that nobody brings.
    """
    if processor in PROCESSOR_VERSIONS:
        return PROCESSOR_VERSIONS[processor]
    for entry in importlib.metadata.entry_points(group=PROCESSOR_GROUP, name=processor):
        return f"{entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return ""
