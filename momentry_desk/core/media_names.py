"""Which files are taken for video or sound by the end of their names; what is in them is found out by the probe."""

# fmt: off
MEDIA_EXTENSIONS = frozenset((
    "3g2", "3gp", "aac", "ac3", "aif", "aiff", "amr", "asf", "avi", "caf", "dts", "dv", "f4v", "flac", "flv",
    "h264", "hevc", "ivf", "m1v", "m2p", "m2t", "m2ts", "m2v", "m4a", "m4b", "m4v", "mka", "mkv", "mov",
    "mp2", "mp3", "mp4", "mpeg", "mpg", "mpv", "mts", "mxf", "nut", "oga", "ogg", "ogm", "ogv", "opus", "qt",
    "rm", "rmvb", "tod", "ts", "vob", "wav", "webm", "wma", "wmv", "wtv", "y4m",
))
# fmt: on
