"""What engine and workers say, in the language of the window: by its code, or as it is where it has none."""

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.sentences import Said, Sentence, taken_apart

translate = QCoreApplication.translate


def in_words(text: str) -> str:
    """The sentence, or several in a row, as the window says them."""
    said = ""
    for one in taken_apart(text):
        # A full stop of the Chinese kind is as wide as a space.
        gap = " " if said and not said.endswith("。") else ""
        said += gap + (one if isinstance(one, str) else _sentence(one))
    return said


def _sentence(one: Sentence) -> str:
    # What is given as a reason may be a sentence of its own.
    return texts()[one.code].format(**{name: in_words(part) for name, part in one.parts.items()})


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
        Said.NO_SECTION: translate("Sentences", "[{section}] is not a section of this program's settings"),
        Said.NO_VALUE_BUT_SECTION: translate("Sentences", "{section} should be a section, not a single value"),
        Said.NO_SETTING: translate("Sentences", "{key} is not a setting of [{section}]"),
        Said.OUT_OF_BOUNDS: translate(
            "Sentences", "{key} = {value} was not taken: it should be a number from {least} to {most}."
        ),
        Said.NO_WHOLE_NUMBER: translate(
            "Sentences", "{key} = {value} was not taken: it should be a whole number from {least} to {most}."
        ),
        Said.NO_CHOICE: translate("Sentences", "{key} = {value} was not taken: it should be one of {choices}."),
        Said.NO_YES_OR_NO: translate("Sentences", "{key} = {value} was not taken: it should be true or false."),
        Said.NO_TEXT: translate(
            "Sentences", '{key} = {value} was not taken: it should be text, in "quotation marks".'
        ),
        Said.NO_TABLES: translate(
            "Sentences", "{key} = {value} was not taken: one of its entries lacks something or has too much."
        ),
        Said.NO_LIST: translate(
            "Sentences", '{key} = {value} was not taken: it should be a list such as ["one", "two"].'
        ),
        Said.MODEL_UNREADABLE: translate(
            "Sentences", "The files of the model {model} could not be read or changed: {why}."
        ),
        Said.MODEL_BROKEN_OFF: translate(
            "Sentences",
            "The work on the model {model} broke off unexpectedly. What was fetched so far is kept: try again.",
        ),
        Said.SETTINGS_UNREADABLE: translate("Sentences", "{path} could not be read: {why}."),
        Said.SETTINGS_NOT_TEXT: translate("Sentences", "{path} is not a text file in UTF-8."),
        Said.SETTINGS_NOT_TOML: translate("Sentences", "{path} is not valid TOML: {why}."),
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
        Said.NEWER_DATABASE: translate(
            "Sentences",
            "{path} was written by a newer version of Momentry Desk (schema {found}, this version knows up to {known}). It was left as it is. Install the newer version, or choose another data folder.",  # noqa: E501
        ),
        Said.FOREIGN_DATABASE: translate(
            "Sentences",
            "{path} is a database of another program. It was left as it is. Choose another data folder.",
        ),
        Said.DATABASE_LOCKED: translate(
            "Sentences",
            "Another program keeps {path} locked. Close it (a backup tool or a database viewer, for instance) and try again.",  # noqa: E501
        ),
        Said.DATABASE_READ_ONLY: translate(
            "Sentences",
            "{path} cannot be written. Give yourself the right to write to the file and to its folder, or choose another data folder.",  # noqa: E501
        ),
        Said.DATABASE_FULL: translate(
            "Sentences",
            "The disk that holds {path} is full. Nothing that was acknowledged is lost. Make room and go on.",
        ),
        Said.DATABASE_UNREACHABLE: translate(
            "Sentences",
            "{path} cannot be reached ({why}). Look whether its drive is there and the folder may be opened.",
        ),
        Said.DATABASE_DAMAGED: translate(
            "Sentences",
            "{path} is damaged ({why}). The newest backup, {backup}, can take its place; the damaged file is set aside and kept.",  # noqa: E501
        ),
        Said.DAMAGED_WITHOUT_BACKUP: translate(
            "Sentences",
            "{path} is damaged ({why}). There is no backup of it. A new one can be begun; the damaged file is set aside and kept.",  # noqa: E501
        ),
        Said.RESTORE_DOES_THAT: translate("Sentences", '`momentry-desk restore --data "{path}"` does that.'),
        Said.DATABASE_CLOSED: translate("Sentences", "{path} is not open for writing on this thread."),
        Said.UNKNOWN_VIDEO: translate("Sentences", "No video {file} is registered. Add its file first."),
        Said.FOLDER_UNUSABLE: translate("Sentences", "{path} cannot be used: {why}."),
        Said.RUNNING_ALREADY: translate(
            "Sentences",
            "Momentry Desk is running already on {path}. Use that one, close it, or choose another folder with --data.",  # noqa: E501
        ),
        Said.NOT_RUNNING: translate("Sentences", "Momentry Desk is not running any more."),
        Said.FILE_NOT_READ: translate("Sentences", "The file {path} could not be read: {why}."),
        Said.NO_QUEUE_FILE: translate(
            "Sentences", "{path} holds no queue, or is damaged. Choose a file that this program exported."
        ),
        Said.NEWER_QUEUE_FILE: translate(
            "Sentences", "{path} was exported by a newer version of this program. Update this one first."
        ),
        Said.FILE_NOT_WRITTEN: translate("Sentences", "{path} could not be written: {why}."),
        Said.NOTHING_WRITTEN: translate("Sentences", "Nothing was written."),
        Said.FILE_EXISTS: translate(
            "Sentences", "{path} exists already. Choose another name, or allow it to be replaced."
        ),
        Said.NO_SUCH_VIDEO: translate("Sentences", "There is no video {file} in the library."),
        Said.NOTHING_CHOSEN: translate("Sentences", "Nothing was chosen."),
        Said.NOTHING_TO_EXPORT: translate("Sentences", "There is nothing to export."),
        Said.SUBTITLES_OF_ONE: translate(
            "Sentences", "Subtitles belong to one video. Export them one after another."
        ),
        Said.NO_VIDEO_LEFT: translate("Sentences", "None of these videos is in the library any more."),
        Said.NO_FORM_OF_HITS: translate(
            "Sentences", "Hits of a search make no {form}. Choose csv, json, otio, fcpxml, fcp7xml or edl."
        ),
        Said.DISK_LOW: translate(
            "Sentences",
            "Only {free} GB are free where the program keeps its data; scans start again above {bound} GB.",
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
        Said.PORT_TAKEN: translate("Sentences", "Port {port} on {host} is taken by another program."),
        Said.NEXT_FREE_PORT: translate("Sentences", "The next free one is {port}."),
        Said.NO_SUCH_ADDRESS: translate("Sentences", "{host} is no address of this machine: {why}."),
        Said.NO_LISTENING: translate("Sentences", "Port {port} on {host} cannot be listened on: {why}."),
        Said.TOKEN_NOT_WRITTEN: translate("Sentences", "The API's token cannot be written to {path}: {why}."),
        Said.TOKEN_OPEN_TO_OTHERS: translate(
            "Sentences", "Others may read the API's token in {path}. Make it yours alone: chmod 600 {path}"
        ),
        Said.TOKEN_UNREADABLE: translate("Sentences", "The API's token cannot be read from {path}: {why}."),
        Said.TOKEN_TOO_SHORT: translate(
            "Sentences", "The token in {path} is shorter than 16 characters. Delete the file to have one made."
        ),
        Said.TOKEN_NOT_OWN: translate("Sentences", "The API's token in {path} could not be made yours alone."),
        Said.CALLBACK_GIVEN_UP: translate("Sentences", "Callback to {url} was given up: {why}"),
        Said.CALLBACK_SILENT: translate("Sentences", "The host did not answer within {seconds} seconds."),
        Said.CALLBACK_UNREACHED: translate("Sentences", "The host could not be reached: {why}."),
        Said.CALLBACK_FAILED: translate("Sentences", "The delivery failed: {why}."),
        Said.CALLBACK_REDIRECTED: translate(
            "Sentences", "The host answered {status}, a redirect, which is not followed."
        ),
        Said.CALLBACK_ANSWERED: translate("Sentences", "The host answered {status}."),
        Said.CALLBACK_TOO_LONG: translate("Sentences", "The callback address is longer than {length} characters."),
        Said.CALLBACK_BAD_SIGNS: translate(
            "Sentences", "The callback address holds signs that do not belong in an address."
        ),
        Said.CALLBACK_UNREADABLE: translate("Sentences", "The callback address cannot be read: {why}."),
        Said.CALLBACK_SCHEME: translate("Sentences", "A callback address begins with http:// or https://."),
        Said.CALLBACK_CREDENTIALS: translate(
            "Sentences", "A callback address may not carry a user name or password."
        ),
        Said.CALLBACK_NO_HOST: translate("Sentences", "The callback address names no host, or no possible port."),
        Said.CALLBACK_METADATA_NAME: translate(
            "Sentences", "{host} names a cloud's metadata service, which is never called."
        ),
        Said.CALLBACK_NOT_ALLOWED: translate(
            "Sentences",
            'Callbacks to {host} are not allowed. To allow them, add "{host}" to callback_hosts under [api] in momentry.toml.',  # noqa: E501
        ),
        Said.CALLBACK_NO_ADDRESS: translate("Sentences", "{host} resolves to {address}, which is no address."),
        Said.CALLBACK_NOT_HERE: translate("Sentences", "{host} resolves to {address}, which is not this machine."),
        Said.CALLBACK_UNRESOLVED: translate("Sentences", "{host} resolves to no address."),
        Said.CALLBACK_MAPPED: translate(
            "Sentences", "{address} is an IPv4 address in IPv6 clothes, which is never called."
        ),
        Said.CALLBACK_CARRIER: translate(
            "Sentences", "{address} carries another address inside, and is never called."
        ),
        Said.CALLBACK_SCOPED: translate("Sentences", "{address} names a network interface, and is never called."),
        Said.CALLBACK_METADATA: translate(
            "Sentences", "{address} is a cloud's metadata service, which is never called."
        ),
        Said.CALLBACK_LINK_LOCAL: translate(
            "Sentences", "{address} is a link-local address, which is never called."
        ),
        Said.CALLBACK_NO_MACHINE: translate("Sentences", "{address} is no address of a single machine."),
    }
