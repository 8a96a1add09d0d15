"""Transliterates names into the letters that a board's display has.

A board's font has ASCII and the letters of a few western languages; other letters would appear as boxes. So
the host transliterates a name before it is sent. The stored name does not change.
"""

from __future__ import annotations

import unicodedata

from anyascii import anyascii

from tablecore.messages import LONGEST_NAME
from tabledevice import font


def lettered(name: str, longest: int = LONGEST_NAME) -> str:
    """Return a name in the characters of a board, with at most `longest` of them.

    Letters of the font stay; others are replaced by ASCII with a similar sound: "Дмитрий" becomes "Dmitriy".
    Control characters and pictures are left out, multiple spaces become one. A long name is cut between two
    letters of the original, never inside the replacement of one letter.
    """
    written = ""
    for letter in unicodedata.normalize("NFC", " ".join(name.split())):
        piece = _piece(letter)
        if len(written) + len(piece) > longest:
            # one character can be transliterated to a whole sentence
            written = written or piece[:longest]
            break
        written += piece
    return " ".join(written.split())


def _piece(letter: str) -> str:
    if " " <= letter <= "~" or letter in font.LETTERS:
        return letter
    if unicodedata.category(letter)[0] not in "LNPZM":
        return ""
    return anyascii(letter)
