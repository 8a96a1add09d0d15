"""Drop notation: the losers who enter each round of a consolation, and a reunion.

`A.B.|.C.|` means: the losers of Main round A play the first round, the losers of B join for the second,
nobody joins for the third (`|`), the losers of C join for the fourth, and nobody for the fifth. Rounds
without entrants follow until one player is left. `X` at the end is the reunion with the Main: the players
left in both stages play together. `R` after it is the recharge: a player whose first loss is the last
match of the reunion plays it again. In a Last Chance numbers name rounds of the Consolation: `1.2,A` lets
the losers of its second round join with the losers of Main round A.

Usual notations have words that adapt to the number of Main rounds: `progressive consolation` is `A.B.|.C`
in a Main of four rounds, every round except the final.

Source: docs/rules/backgammon.md, "Events". The numbers and words are ours: the notation has no
name for those rounds.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from tablekeeper.strictjson import Cursor

#: letters for Main rounds; R and X have another meaning
LETTERS = "ABCDEFGHIJKLMNOPQ"

#: usual notations in words -> number of last Main rounds whose losers do not enter, and the ending
_WORDS = {
    "progressive consolation": (1, ""),
    "double elimination": (0, ".X"),
    "double elimination with recharge": (0, ".X.R"),
}
FIRST_ROUND, CONSOLATION_LOSERS = "first-round consolation", "consolation losers"
#: words for a Consolation, and for a Last Chance
CONSOLATION_WORDS = (*_WORDS, FIRST_ROUND)
LAST_CHANCE_WORDS = (CONSOLATION_LOSERS,)


def in_words(text: str, depth: int, numbers: bool = False) -> str:
    """Return the notation for words, in a Main of `depth` rounds; other texts are returned unchanged.

    >>> in_words("Progressive consolation", 4), in_words("double elimination", 3)
    ('A.B.|.C', 'A.B.|.C.X')
    """
    words = " ".join(text.lower().split())
    if numbers:
        return "1.2.|" if words == CONSOLATION_LOSERS else text
    if words == FIRST_ROUND:
        return "A"
    if words not in _WORDS:
        return text
    without, ending = _WORDS[words]
    letters = LETTERS[: max(1, depth - without)]
    return ".".join(letters[:2]) + "".join(f".|.{letter}" for letter in letters[2:]) + ending


@dataclass(frozen=True, slots=True)
class Drops:
    """A parsed notation: for each round the names of the rounds whose losers enter."""

    entries: tuple[tuple[str, ...], ...]
    reunion: bool = False
    recharge: bool = False

    def sources(self) -> tuple[str, ...]:
        """Return every round whose losers enter, in order."""
        return tuple(source for entry in self.entries for source in entry)


def read_drops(cursor: Cursor, depth: int, numbers: bool = False) -> Drops | None:
    """Parse a notation or words, None for null.

    `depth` is the number of Main rounds; `numbers` allows rounds of the Consolation.
    """
    if cursor.value is None:
        return None
    text = in_words(cursor.text(), depth, numbers)
    entries: list[tuple[str, ...]] = []
    reunion = recharge = False
    for token in text.strip().strip(".").split("."):
        token = token.strip()
        if recharge or (reunion and token != "R"):
            raise cursor.refuse('"%(words)s": nothing follows a reunion X but R', words=text)
        if token in ("X", "XR") and not numbers:
            reunion, recharge = True, token == "XR"
        elif token == "R" and not numbers:
            if not reunion:
                raise cursor.refuse('"%(words)s": a recharge R follows a reunion X', words=text)
            recharge = True
        elif token == "|":
            entries.append(())
        else:
            entries.append(_sources(cursor, text, token, numbers))
    named = [source for entry in entries for source in entry]
    if not named:
        raise cursor.refuse('"%(words)s": no round sends its losers here', words=text)
    for source in named:
        if named.count(source) > 1:
            raise cursor.refuse(
                '"%(words)s": the losers of round %(source)s enter twice',
                words=text, source=source,
            )
    for kind in (str.isalpha, str.isdigit):
        order = [(len(source), source) for source in named if kind(source)]
        if order != sorted(order):
            raise cursor.refuse('"%(words)s": earlier rounds enter earlier', words=text)
    return Drops(tuple(entries), reunion, recharge)


def _sources(cursor: Cursor, text: str, token: str, numbers: bool) -> tuple[str, ...]:
    pattern = r"[A-Q]|[1-9][0-9]?|," if numbers else r"[A-Q]|,"
    if not re.fullmatch(f"(?:{pattern})+", token):
        signs = "letters A to Q, numbers, | and ." if numbers else "letters A to Q, |, X, R and ."
        known = ", ".join((*(LAST_CHANCE_WORDS if numbers else CONSOLATION_WORDS), signs))
        raise cursor.refuse(
            '"%(words)s": "%(token)s" is no round of drop notation; known here: %(known)s',
            words=text, token=token, known=known,
        )
    found = tuple(part for part in re.findall(pattern, token) if part != ",")
    if not found:
        raise cursor.refuse('"%(words)s": "%(token)s" names no round', words=text, token=token)
    return found
