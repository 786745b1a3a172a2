"""Why no more scans run at once: in plain words for whoever waits for one, with the figures for who wants them."""

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.resources import LimitCode, LimitReason
from momentry_desk.core.snapshot import PauseState, QueueSnapshot
from momentry_desk.ui.words import size

translate = QCoreApplication.translate


def something_waits(snapshot: QueueSnapshot, *, suspended: int = 0) -> bool:
    """Whether the limit keeps a scan from running; `suspended` scans stand still because of it.

    Below the limit what waits does so for a drive, a time or an answer.
    """
    if snapshot.pause.state is not PauseState.RUNNING:
        return False
    counts = snapshot.counts
    return suspended > 0 or (counts.pending > counts.held and counts.processing >= snapshot.slots)


def in_short(reason: LimitReason) -> str:
    """In plain words; "" where as many run as were set."""
    match reason.code:
        case LimitCode.FIXED | LimitCode.AS_SET:
            return ""
        case LimitCode.STARTING:
            return translate("Limit", "Looking at what this machine can spare.")
        case LimitCode.ROOM_AGAIN:
            return translate("Limit", "The machine has room again: more scans start one by one.")
        case LimitCode.CPU:
            return translate("Limit", "Other programs keep the processor busy, so fewer scans run.")
        case LimitCode.MEMORY:
            return translate("Limit", "Little memory is free, so fewer scans run.")
        case LimitCode.GPU:
            return translate("Limit", "Other programs keep the graphics card busy, so fewer scans run.")
        case LimitCode.GPU_MEMORY:
            return translate("Limit", "Little memory is free on the graphics card, so fewer scans run.")
        case LimitCode.MEMORY_DANGER:
            return translate("Limit", "The memory is almost full: scans wait until some is free.")
        case LimitCode.DISK:
            return translate("Limit", "The disk is almost full: scans wait until there is room.")
        case LimitCode.BATTERY:
            return translate("Limit", "The battery is low: scans wait for power.")


def figures(reason: LimitReason) -> str:
    """What was measured, and what it takes; "" where nothing was."""
    value, bound = reason.value, reason.bound
    match reason.code:
        case LimitCode.FIXED | LimitCode.AS_SET | LimitCode.STARTING | LimitCode.ROOM_AGAIN:
            return ""
        case LimitCode.CPU:
            text = translate("Limit", "Other programs use {0} % of the processor; a scan needs {1} %.")
            return text.format(round(value), round(bound))
        case LimitCode.MEMORY:
            text = translate("Limit", "{0} of memory are free for scans; one needs {1}.")
            return text.format(size(int(value)), size(int(bound)))
        case LimitCode.GPU:
            text = translate("Limit", "{2}: other programs use {0} %; a scan needs {1} %.")
            return text.format(round(value), round(bound), reason.name)
        case LimitCode.GPU_MEMORY:
            text = translate("Limit", "{2}: {0} of its memory are free for scans; one needs {1}.")
            return text.format(size(int(value)), size(int(bound)), reason.name)
        case LimitCode.MEMORY_DANGER:
            text = translate("Limit", "Memory is {0} % full; scans start again below {1} %.")
            return text.format(round(value), round(bound))
        case LimitCode.DISK:
            text = translate("Limit", "Only {0} are free where the data is kept; scans start again above {1}.")
            return text.format(size(int(value)), size(int(bound)))
        case LimitCode.BATTERY:
            text = translate("Limit", "The battery is at {0} %; scans start again from {1} % or on mains power.")
            return text.format(round(value), round(bound))
