"""Writes names in the letters that a board's display has.

A board's font has ASCII and the letters of a few western languages; other letters would appear as boxes. So
the host transliterates a name before it is sent. The stored name does not change.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections import Counter
from collections.abc import Sequence

from anyascii import anyascii

from tablecore.messages import LONGEST_NAME
from tablekeeper.languages import _
from tablekeeper.lettering.romanisation import HAN, SPOKEN, UNVOWELLED, language_of, pieces, read_as, script

#: more than any name has, in the letters of a board
WHOLE = 1_000


def lettered(name: str, longest: int = LONGEST_NAME, language: str = "") -> str:
    """Return a name in the characters of a board, with at most `longest` of them.

    Letters of the font stay; others are written as in the language: "Дмитрий" becomes "Dmitriy".
    Control characters and pictures are left out, multiple spaces become one. A long name is cut between two
    letters of the original, never inside the replacement of one letter.
    """
    written = ""
    for piece in pieces(" ".join(name.split()), language):
        shown = "".join(map(_shown, piece))
        if len(written) + len(shown) > longest:
            # one character can be transliterated to a whole sentence
            written = written or shown[:longest]
            break
        written += shown
    return " ".join(written.split())


def doubt(name: str, language: str = "") -> str:
    """Return why a name in the letters of a board may be read wrongly; "" if it is fine."""
    if name.isascii() and len(name) <= LONGEST_NAME and any(map(str.isalnum, name)):
        return ""
    language = language_of(name, language)
    scripts = {script(letter) for letter in read_as(unicodedata.normalize("NFC", name))} - {""}
    if HAN in scripts and language != "zh":
        if language:
            return _("only its bearer knows how the Chinese characters are read")
        return _("Chinese characters are read differently in each language")
    if scripts & UNVOWELLED:
        return _("the vowels are not written")
    if scripts - SPOKEN - {HAN}:
        return _("this script is written in Latin letters only roughly")
    whole = lettered(name, WHOLE, language)
    if not any(letter.isalnum() for letter in whole):
        return _("a board has none of its letters")
    if len(whole) > LONGEST_NAME:
        return _("it is longer than %(most)s letters", most=LONGEST_NAME)
    return ""


def distinct(names: Sequence[str]) -> tuple[str, ...]:
    """Return names in the letters of a board, cut so that no two are the same; "" stays.

    What is cut to the same becomes initials before the last word, else a number follows.

    >>> distinct(["Wilhelmina Jane Featherstone", "Wilhelmina Jane Feathersby", "Bob"])
    ('W. J. Featherstone', 'W. J. Feathersby', 'Bob')
    >>> distinct(["Wang Wei", "Ann", "Wang Wei"])
    ('Wang Wei 1', 'Ann', 'Wang Wei 2')
    """
    cut = [name[:LONGEST_NAME].rstrip() for name in names]
    found, same = list(cut), _same(cut)
    for place in same:
        found[place] = _initials(names[place])
    # initials help only where they make all of them differ
    found = cut if _same(found) else found
    same = _same(found)
    taken = {name.casefold() for place, name in enumerate(found) if place not in same}
    for place in same:
        numbers = (f"{cut[place][: LONGEST_NAME - 3].rstrip()} {number}" for number in itertools.count(1))
        found[place] = next(name for name in numbers if name.casefold() not in taken)
        taken.add(found[place].casefold())
    return tuple(found)


def _same(names: Sequence[str]) -> list[int]:
    """Return the places of the names that occur several times."""
    many = Counter(name.casefold() for name in names if name)
    return [place for place, name in enumerate(names) if many[name.casefold()] > 1]


def _initials(name: str) -> str:
    *before, last = name.split()
    return " ".join([*(f"{word[0]}." for word in before), last])[:LONGEST_NAME].rstrip()


def _shown(letter: str) -> str:
    if " " <= letter <= "~":
        return letter
    # most names need no more than this: commands load the board's font for the others only
    from tabledevice import font

    return letter if letter in font.LETTERS else anyascii(letter)
