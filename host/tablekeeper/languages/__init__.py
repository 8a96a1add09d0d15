"""Texts in English, Italian and German.

English is written in the code and in templates. It is also the key of the translation: the catalogues
`it.po` and `de.po` of this folder have one entry for each text. `message` makes texts that can translate
themselves, `catalogues` reads the catalogues, `local` writes numbers and dates, `choice` chooses the language
of a reader.

Texts that are stored, exchanged or compared (journals, event files, JSON) are English: only the last step,
which shows a text to a person, translates it.
"""

from .keeping import brought, kept, recognised
from .message import (
    Translatable,
    _,
    heading,
    irregular,
    joined,
    language,
    language_of,
    ngettext,
    pgettext,
    replaced,
    said,
    sentence,
    shown,
    speak,
    told,
    visible,
)

__all__ = [
    "Translatable", "_", "brought", "heading", "irregular", "joined", "kept", "language", "language_of",
    "ngettext", "pgettext", "recognised", "replaced", "said", "sentence", "shown", "speak", "told", "visible",
]  # fmt: skip
