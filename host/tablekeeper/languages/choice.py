"""Chooses the language of a reader who has chosen none: the language of the browser or the system."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .catalogues import ENGLISH, LANGUAGES

_RANGE = re.compile(r"([A-Za-z]{1,8})(?:-[A-Za-z0-9]{1,8})*")
_QUALITY = re.compile(r"q=(0(?:\.[0-9]{0,3})?|1(?:\.0{0,3})?)")
#: the system's variables for the language, the one with the highest priority first
VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")


def of_browser(header: str) -> str:
    """Return the language for an Accept-Language header (RFC 9110, 12.5.4), English if it names none of ours.

    >>> of_browser("de-CH,en;q=0.8"), of_browser("fr, it;q=0.5, en;q=0.4"), of_browser("en;q=0.1, de;q=0")
    ('de', 'it', 'en')
    """
    best, language = 0.0, ENGLISH
    for part in header[:500].split(","):
        found = _RANGE.fullmatch(part.partition(";")[0].strip())
        said = part.partition(";")[2].strip()
        quality = _QUALITY.fullmatch(said) if said else None
        if found is None or (said and quality is None):
            continue
        code, weight = found[1].lower(), float(quality[1]) if quality else 1.0
        if code in LANGUAGES and weight > best:
            best, language = weight, code
    return language


def of_system(environment: Mapping[str, str]) -> str:
    """Return the language that the variables of the system name, as gettext reads them.

    >>> of_system({"LANG": "de_DE.UTF-8"}), of_system({"LANG": "C.UTF-8"}), of_system({})
    ('de', 'en', 'en')
    >>> of_system({"LANGUAGE": "fr:it", "LC_ALL": "en_GB.UTF-8"})
    'it'
    >>> of_system({"LANGUAGE": "it", "LC_ALL": "C"})
    'en'
    """
    locale = next((environment[one] for one in VARIABLES[1:] if environment.get(one)), "C")
    if locale.split(".")[0] in ("C", "POSIX"):
        return ENGLISH
    for name in [*environment.get("LANGUAGE", "").split(":"), locale]:
        code = re.split(r"[_.@]", name)[0].lower()
        if code in LANGUAGES:
            return code
    return ENGLISH
