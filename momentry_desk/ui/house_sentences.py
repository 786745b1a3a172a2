"""What is said of settings, the database, exports, clips and the API, in the language of the window."""

from PySide6.QtCore import QCoreApplication

from momentry_desk.core.sentences import Said

translate = QCoreApplication.translate


def of_the_house() -> dict[Said, str]:
    """Each sentence with the places for its parts."""
    return {
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
