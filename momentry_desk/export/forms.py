"""The forms in which findings can be exported, by their names on the command line."""

from typing import Literal, get_args

ExportForm = Literal["srt", "vtt", "txt", "json", "csv", "otio", "fcpxml", "fcp7xml", "edl"]
FORMS: tuple[ExportForm, ...] = get_args(ExportForm)
