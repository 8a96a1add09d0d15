"""The catalogues: read when their language is first used, and never for English."""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from threading import Lock

ENGLISH = "en"
#: code -> the language's own name; English has no catalogue
LANGUAGES = {ENGLISH: "English", "it": "Italiano", "de": "Deutsch"}

FOLDER = Path(__file__).parent
_reading = Lock()


@cache
def _read(code: str) -> GNUTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with (FOLDER / f"{code}.po").open("rb") as source:
        write_mo(compiled, read_po(source, locale=code))
    compiled.seek(0)
    return GNUTranslations(compiled)


def pattern(code: str, text: str, plural: str = "", number: int = 0, context: str = "") -> str:
    """Return a text in a language, with its placeholders; the English text if it has no translation."""
    # the empty key of a catalogue is its header
    if code not in LANGUAGES or code == ENGLISH or not text:
        return plural if plural and number != 1 else text
    with _reading:
        catalogue = _read(code)
    if plural:
        return catalogue.ngettext(text, plural, number)
    return catalogue.pgettext(context, text) if context else catalogue.gettext(text)


@cache
def english() -> frozenset[str]:
    """Return every English text of the catalogues; a text with a plural form has two."""
    from babel.messages.pofile import read_po

    with (FOLDER / f"{next(code for code in LANGUAGES if code != ENGLISH)}.po").open("rb") as source:
        found = [one.id for one in read_po(source) if one.id]
    return frozenset(key for one in found for key in ([one] if isinstance(one, str) else one))
