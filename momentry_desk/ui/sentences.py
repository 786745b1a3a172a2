"""What engine and workers say, in the language of the window: by its code, or as it is where it has none."""

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.sentences import Said, recognised

translate = QCoreApplication.translate


def in_words(text: str) -> str:
    """The sentence as the window says it."""
    sentence = recognised(text)
    return texts()[sentence.code].format(**sentence.parts) if sentence else text


def texts() -> dict[Said, str]:
    """Each sentence with the places for its parts. The English is that of the core, which a test holds."""
    return {
        Said.PICTURE_LOST: translate(
            "Sentences",
            "{seconds} s of the picture of {file} are damaged or missing. What could be read was scanned.",
        ),
        Said.SOUND_LOST: translate(
            "Sentences",
            "{seconds} s of the sound of {file} are damaged or missing. What could be read was scanned.",
        ),
        Said.PICTURE_UNREADABLE: translate(
            "Sentences", "The picture of {file} could not be decoded; the rest was scanned."
        ),
        Said.SOUND_UNREADABLE: translate(
            "Sentences", "The sound of {file} could not be decoded; the rest was scanned."
        ),
        Said.UNDECODABLE: translate(
            "Sentences", "{file} could not be decoded at all: it is damaged, or its format is not supported."
        ),
        Said.NOTHING_IN_FORMAT: translate("Sentences", "{file} holds no video or sound ({format})."),
        Said.A_FOLDER: translate("Sentences", "{file} is a folder, not a file."),
        Said.NO_ORDINARY_FILE: translate("Sentences", "{file} is no ordinary file."),
        Said.EMPTY: translate(
            "Sentences", "{file} is empty: it holds no data at all. Copy it again from where it came."
        ),
        Said.GONE: translate(
            "Sentences",
            "{file} is not there any more. Connect the drive it is on, or add it again from its new place.",
        ),
        Said.NOT_PERMITTED: translate(
            "Sentences",
            "{file} may not be read: you lack the permission. Change the file's permissions, then try again.",
        ),
        Said.DEVICE_ERROR: translate("Sentences", "{file} could not be read ({why}). Check the drive it is on."),
        Said.CUT_SHORT: translate(
            "Sentences",
            "{file} is cut short: its index (moov) is missing, so nothing in it can be found. Copy it again from the card or the camera.",  # noqa: E501
        ),
        Said.NO_MEDIA: translate(
            "Sentences", "{file} holds no video or sound that can be read: it is damaged, or it is no media file."
        ),
        Said.NO_STREAM: translate("Sentences", "{file} holds no video or sound that can be read."),
        Said.CONTENT_CHANGED: translate(
            "Sentences", "{file} is not what it was when it was added: its content has changed. Add it again."
        ),
        Said.NO_MEMORY: translate(
            "Sentences",
            "There was not enough memory to scan {file}. Close other programs, or scan fewer files at once.",
        ),
        Said.NO_MEMORY_TO_LOAD: translate(
            "Sentences",
            "There was not enough memory to load what a scan needs. Close other programs, then try again.",
        ),
        Said.FAULT: translate("Sentences", "Scanning {file} failed inside the program ({fault})."),
        Said.SCAN_NOT_STARTED: translate("Sentences", "The scan could not be started ({fault})."),
        Said.PROCESS_NOT_STARTED: translate("Sentences", "The scanning process could not be started: {why}"),
        Said.RUBBISH: translate(
            "Sentences",
            "The scanning process broke off while it scanned {file}: it sent something that cannot be read ({why}).",  # noqa: E501
        ),
        Said.MEMORY_RAN_OUT: translate(
            "Sentences", "The memory ran out while {file} was scanned. Close other programs, or scan fewer at once."
        ),
        Said.CRASHED: translate(
            "Sentences",
            "The scanning process crashed while it scanned {file} ({signal}). The details hold its log.",
        ),
        Said.NO_RESULT: translate(
            "Sentences",
            "The scanning process ended in the middle of {file} without a result (exit code {code}). The details hold its log.",  # noqa: E501
        ),
        Said.TOO_LONG: translate(
            "Sentences",
            "{file} was scanned for longer than {seconds} seconds. Raise queue.task_timeout for long files.",
        ),
        Said.HUNG: translate(
            "Sentences", "The scanning process hung while it scanned {file}: no word in {seconds} seconds."
        ),
        Said.OUT_OF_STEP: translate("Sentences", "The results of {file} did not follow what was stored before."),
        Said.UNCLEAN_ENDS: translate(
            "Sentences",
            "The program or the machine ended {count} times in a row while it scanned {file}, each time before anything new was found. See whether another program can play it; Retry tries again.",  # noqa: E501
        ),
        Said.MANY_MISSING: translate(
            "Sentences", "{count} files in a row are not there. Is a drive or a share gone?"
        ),
        Said.MANY_UNREADABLE: translate(
            "Sentences", "{count} files in a row could not be read. Is a drive or a share in trouble?"
        ),
        Said.MANY_WITHOUT_MODEL: translate(
            "Sentences",
            "A model is missing, so {count} scans in a row failed. `momentry-desk models install` fetches it.",
        ),
        Said.MANY_OUT_OF_MEMORY: translate(
            "Sentences", "The memory ran out {count} times in a row. Close other programs, or scan fewer at once."
        ),
        Said.MANY_FAILED: translate(
            "Sentences", "{count} scans in a row failed in the same way. The details of the last one say how."
        ),
        Said.BATTERY: translate(
            "Sentences", "The battery is at {percent} %; scans start again from {bound} % or on mains power."
        ),
        Said.NO_SECTION: translate("Sentences", "[{section}] is not a section of this program's settings"),
        Said.NO_VALUE_BUT_SECTION: translate("Sentences", "{section} should be a section, not a single value"),
        Said.NO_SETTING: translate("Sentences", "{key} is not a setting of [{section}]"),
        Said.VALUE_NOT_TAKEN: translate("Sentences", "{key} = {value} was not taken: {why}"),
        Said.SETTINGS_UNREADABLE: translate("Sentences", "{path} could not be read: {why}."),
        Said.SETTINGS_NOT_TEXT: translate("Sentences", "{path} is not a text file in UTF-8."),
        Said.SETTINGS_NOT_TOML: translate("Sentences", "{path} is not valid TOML: {why}."),
        Said.CLIP_EXISTS: translate(
            "Sentences",
            "{path} exists already. Choose another name, or allow it to be replaced.",
        ),
        Said.CLIP_NOT_WRITTEN: translate("Sentences", "The clip {path} could not be written: {why}."),
        Said.CLIP_NO_ROOM: translate(
            "Sentences",
            "There is no room for the clip {path}: its disk is full. Free some space, or choose another folder.",
        ),
        Said.CLIP_NO_FOLDER: translate("Sentences", "The folder of {path} is not there. Choose another one."),
        Said.CLIP_NOT_PERMITTED: translate(
            "Sentences",
            "You lack the permission to write {path}. Choose another folder.",
        ),
        Said.CLIP_NO_RANGE: translate("Sentences", "A clip's end must lie behind its beginning."),
        Said.CLIP_BEYOND_END: translate(
            "Sentences",
            "{file} has neither picture nor sound at that time: it ends before.",
        ),
        Said.CLIP_WRONG_ENDING: translate("Sentences", "{path} does not end in what a clip can be: {endings}."),
        Said.CLIP_NOT_EXACT: translate("Sentences", "An exact clip cannot be a {ending} file. Choose {endings}."),
        Said.CLIP_NOT_COPIED: translate(
            "Sentences",
            "A {ending} file cannot hold the picture or the sound of {file} as they are. Choose another kind of file, or have it encoded again.",  # noqa: E501
        ),
        Said.CLIP_ON_ITSELF: translate(
            "Sentences",
            "A clip cannot take the place of the file that it is cut from. Choose another name.",
        ),
        Said.CLIP_BROKEN_OFF: translate(
            "Sentences",
            "Cutting {file} broke off: the process that did it ended. Nothing was written.",
        ),
        Said.GLOSSARY_TOO_LONG: translate(
            "Sentences",
            "The glossary has {letters} letters; the speech model takes in {most} at most. Leave out what it hears rightly anyway.",  # noqa: E501
        ),
        Said.GLOSSARY_TOO_MANY: translate("Sentences", "The glossary has {count} entries; {most} is the most."),
        Said.GLOSSARY_TERM_TOO_LONG: translate(
            "Sentences",
            "“{term}” is too long for the glossary: an entry has {most} letters at most.",
        ),
        Said.GLOSSARY_NO_LIST: translate(
            "Sentences", 'The glossary should be a list of words: glossary = ["Momentry", "Ana Ruiz"].'
        ),
        Said.GLOSSARY_CUT: translate(
            "Sentences",
            "The speech model could not take in the whole glossary: it was told the first {count} entries.",
        ),
    }
