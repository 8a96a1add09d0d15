"""The lines of a `.mat` file: the kind of each line, and the contents of its two columns.

The format was never specified, and every program pads differently. So a cell is recognised by its beginning
(dice and a colon, or one of the words below). The column is used only if a line has a single cell.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from tablekeeper.games.backgammon.plays import Dice

CellKind = Literal["roll", "double", "beaver", "take", "drop", "resign", "resigned", "win", "loss"]

#: longer than any match ever played; a larger number is not a match length
MOST_POINTS = 999_999
_WORDS: dict[str, CellKind] = {
    "double": "double",
    "doubles": "double",
    "redouble": "double",
    "redoubles": "double",
    "take": "take",
    "takes": "take",
    "accept": "take",
    "accepts": "take",
    "beaver": "beaver",
    "beavers": "beaver",
    "drop": "drop",
    "drops": "drop",
    "pass": "drop",
    "passes": "drop",
    "reject": "drop",
    "rejects": "drop",
    "decline": "drop",
    "declines": "drop",
    "resign": "resign",
    "resigns": "resign",
    "concede": "resign",
    "concedes": "resign",
    "win": "win",
    "wins": "win",
    "loss": "loss",
    "losses": "loss",
    "lose": "loss",
    "loses": "loss",
}

_CELL = re.compile(
    r"(?<!\S)(?:(?P<resigned>resigned\s+(?:game|match))(?![^\W_])|\(?(?P<dice>\d\s?[-,]?\s?\d)\)?\s?:"
    r"|(?P<bare>[1-6]-?[1-6])(?=\s+(?:bar|\d\d?)/)"
    rf"|(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![^\W_]))",
    re.ASCII | re.IGNORECASE,
)
_NUMBERED = re.compile(r"\s*(?P<number>\d{1,4})\s?[).](?=\s|$)", re.ASCII)
_MATCH = re.compile(
    r"\s*;?\s*(?:(?P<length>\d+)\s*-?\s*(?:point|pt)s?\s+match\b"
    r"|match\s+to\s+(?P<to>\d+)\b(?:\s+points?)?"
    r"|(?P<money>(?:unlimited|money)\s+(?:match|game|session|play)))\s*[.:]?\s*(?:\(.*\))?\s*\Z",
    re.ASCII | re.IGNORECASE,
)
_GAME = re.compile(r"\s*game\s+#?(?P<number>\d{1,6})\s*[.:]?\s*\Z", re.ASCII | re.IGNORECASE)
_HEADER = re.compile(r"\s*;\s*\[\s*(?P<key>[^\"\]]*?)\s+\"(?P<value>.*)\"\s*\]\s*\Z")
_SCORE = re.compile(r"\s*:\s*(?P<points>\d{1,6})(?=\s|\Z)", re.ASCII)
#: a score directly before the right name, after a long left name, as in Snowie text
_SQUEEZED = re.compile(r"\s:\s(?P<points>\d{1,6})(?=[^\s\d])", re.ASCII)
_POSITION = re.compile(r"\s*[;#]\s*\[?\s*set\s*(?:pos|position|board)\b", re.IGNORECASE)
_GIVEN = re.compile(r"(illegal\s+(?:play|move)\s*)(\([^()]*\))", re.IGNORECASE)
_POINTS = re.compile(r"\d{1,9}", re.ASCII)


@dataclass(frozen=True, slots=True)
class MatCell:
    """One entry of a line: its start (0-based column, and number of tabs before it), its kind, and the text
    after its first word.
    """

    column: int
    tabs: int
    kind: CellKind
    dice: tuple[int, int] | None
    text: str
    written: str

    @property
    def number(self) -> int | None:
        """The first number in the text (points won, or the value of the cube), or None."""
        found = _POINTS.search(self.text)
        return int(found[0]) if found else None


def cells(line: str) -> tuple[list[MatCell], str]:
    """Return the cells of a line (tabs expanded, numbering removed), and the text before the first cell.
    """
    body, start = _body(line)
    stops = _tab_stops(line)
    # names in a position that a cell gives are no entries
    found = list(_CELL.finditer(_GIVEN.sub(lambda given: given[1] + "-" * len(given[2]), body), start))
    entries = []
    for match, following in zip(found, [*found[1:], None], strict=False):
        end = following.start() if following else len(body)
        text = body[match.end() : end].strip()
        written = body[match.start() : end].strip()
        digits = match["dice"] or match["bare"]
        place = (match.start(), bisect_right(stops, match.start()))
        if digits:
            entries.append(MatCell(*place, "roll", (int(digits[0]), int(digits[-1])), text, written))
        elif match["resigned"]:
            entries.append(MatCell(*place, "resigned", None, text, written))
        else:
            entries.append(MatCell(*place, _WORDS[match["word"].lower()], None, text, written))
    return entries, body[start : found[0].start() if found else len(body)].strip()


def is_numbered(line: str) -> bool:
    """Return whether a line starts with a move number, `12)` or `12.`."""
    return _NUMBERED.match(line.expandtabs()) is not None


def match_length(line: str) -> int | None:
    """Return the length in a line that starts a match (`7 point match`, 0 for money play), else None.
    ValueError: it has more points than MOST_POINTS.
    """
    found = _MATCH.match(line)
    if found is None:
        return None
    return 0 if found["money"] else points(found["length"] or found["to"])


def points(digits: str) -> int:
    """Parse a number of points; ValueError: it is more than MOST_POINTS."""
    # convert only a few digits: a file may contain millions
    number = int(digits.lstrip("0")[: len(str(MOST_POINTS)) + 1] or "0")
    if number > MOST_POINTS:
        raise ValueError(f"no match has more than {MOST_POINTS:,} points")
    return number


def game_number(line: str) -> int | None:
    """Return the number in a `Game 3` line, None for another line."""
    found = _GAME.match(line)
    return int(found["number"]) if found else None


def header(line: str) -> tuple[str, str] | None:
    """Return key and value of a `; [Key "value"]` line, None for another line."""
    found = _HEADER.match(line)
    return (found["key"], found["value"]) if found else None


def is_comment(line: str) -> bool:
    """Return whether a line is a comment."""
    return line.lstrip().startswith((";", "#"))


def is_position(line: str) -> bool:
    """Return whether a comment sets a position by hand: `; Set Pos=...`."""
    return _POSITION.match(line) is not None


def score_line(line: str, names: tuple[str, ...] = ()) -> tuple[tuple[str, int], tuple[str, int], int] | None:
    """Return ((left name, score), (right name, score), column of the right name) of a score line, or None.

    A name may contain colons and digits, so a split with two known `names` (with single blanks) is
    preferred, then the split with the widest gap.
    """
    text = line.expandtabs().rstrip()
    ends = list(_SCORE.finditer(text))
    if len(ends) == 1:
        ends = [*_SQUEEZED.finditer(text), *ends]
    if len(ends) < 2 or ends[-1].end() != len(text):
        return None
    last = ends[-1]
    best: tuple[tuple[int, int], re.Match[str], int] | None = None
    for end in ends[:-1]:
        gap = len(text[end.end() :]) - len(text[end.end() :].lstrip())
        right = end.end() + gap
        if right > last.start() and text[end.end() : last.start()].strip():
            continue
        known = (one_spaced(text[: end.start()]) in names) + (one_spaced(text[right : last.start()]) in names)
        if best is None or (known, gap) > best[0]:
            best = ((known, gap), end, right)
    if best is None:
        return None
    _, end, right = best
    left_name = text[: end.start()].strip()
    right_name = text[end.end() : last.start()].strip()
    return (
        (left_name, int(end["points"])),
        (right_name, int(last["points"])),
        min(right, last.start("points")),
    )


def one_spaced(name: str) -> str:
    """Return a name with single blanks, for comparison: programs pad names in different ways."""
    return " ".join(name.split())


def is_legal_roll(dice: tuple[int, int]) -> bool:
    """Return whether both numbers are on a die."""
    return all(1 <= die <= 6 for die in dice)


def as_dice(dice: tuple[int, int] | None) -> Dice | None:
    """Return the dice if they are possible, else None."""
    return dice if dice is not None and is_legal_roll(dice) else None


def _body(line: str) -> tuple[str, int]:
    text = line.expandtabs()
    found = _NUMBERED.match(text)
    return text, found.end() if found else 0


def _tab_stops(line: str) -> list[int]:
    """Return the column after each tab of a line, after `expandtabs`."""
    return [len(line[: place + 1].expandtabs()) for place, character in enumerate(line) if character == "\t"]
