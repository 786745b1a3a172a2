"""The languages that can be spoken in a video, each in its own name."""

from functools import cache

from PySide6.QtCore import QLocale

#: What the speech models know, by the codes that they use: ISO 639-1, and two of 639-3.
CODES = """
af am ar as az ba be bg bn bo br bs ca cs cy da de el en es et eu fa fi fo fr gl gu ha haw he hi hr ht hu hy id
is it ja jw ka kk km kn ko la lb ln lo lt lv mg mi mk ml mn mr ms mt my ne nl nn no oc pa pl ps pt ro ru sa sd si sk
sl sn so sq sr su sv sw ta te tg th tk tl tr tt uk ur uz vi yi yo yue zh
"""
#: Codes that the system's list of languages knows under another name.
_OTHERWISE = {"jw": "jv", "no": "nb", "tl": "fil"}
#: Languages that the system names by one of their countries, or whose capitals are no capitals.
_NAMED = {"en": "English", "es": "Español", "ka": "ქართული", "zh": "中文"}


@cache
def languages() -> dict[str, str]:
    """Names by code, in the order of the names."""
    named: dict[str, str] = {}
    for code in CODES.split():
        own = QLocale(_OTHERWISE.get(code, code)).nativeLanguageName()
        named[code] = _NAMED.get(code) or own[:1].upper() + own[1:] or code
    return dict(sorted(named.items(), key=lambda one: one[1].casefold()))
