"""Positions in the forms that people type: a GNU id, an XGID, 26 numbers, or two lists of points.

- `4HPwATDgc/ABMA`, with or without a match id after it (`4HPwATDgc/ABMA:cIkqAAAAAAAA`);
- `XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10`;
- `0 -2 0 0 0 0 5 ...`: the other's bar, the points 1 to 24 and the bar of the player on roll; own checkers
  positive, the other's negative; missing checkers count as borne off;
- `6:5 8:3 13:5 24:2 / 6:5 8:3 13:5 24:2`: point:checkers of the player on roll, then those of the other in
  that player's numbering, with `bar:1` and `off:3`. Only this form allows a number of checkers other than 15:
  if it contains `off`, no further checkers count as borne off.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.board import BAR, CHECKERS, Board, Seat, View, other
from tablekeeper.games.backgammon.matchid import Situation, match_id, read_match_id
from tablekeeper.games.backgammon.positionid import board_of, position_id, read_position_id
from tablekeeper.games.backgammon.xgid import read_xgid, xgid
from tablekeeper.languages import _

_LISTED = re.compile(r"(?:bar|off|\d{1,2}):\d{1,2}(?:[\s,/]|\Z)", re.ASCII | re.IGNORECASE)
#: a text with more checkers of one player is a typing error
_MOST = 20
_PLACE = re.compile(r"(?P<place>bar|off|\d{1,2}):(?P<count>\d{1,2})\Z", re.ASCII | re.IGNORECASE)
_SHAPES = _(
    "a GNU position id, an XGID, 26 numbers, or two lists such as 6:5 8:3 13:5 24:2 / 6:5 8:3 13:5 24:2"
)


@dataclass(frozen=True, slots=True)
class Placement:
    """A position and the known facts about its match; `matched`: score and cube are known."""

    board: Board
    situation: Situation = field(default_factory=Situation)
    matched: bool = False

    @property
    def on_roll(self) -> Seat:
        """The seat on turn."""
        return self.situation.on_roll

    @property
    def view(self) -> View:
        """The points from the side of the player on roll."""
        return self.board.view(self.on_roll)

    def total(self, seat: Seat) -> int:
        """Return the number of checkers of `seat`, including checkers borne off."""
        return self.board.count(seat) + self.board.off[seat]

    @property
    def ids(self) -> tuple[str, str] | None:
        """(GNU id, XGID), or None if a player does not have 15 checkers, which no id can express."""
        if any(self.total(seat) != CHECKERS for seat in (0, 1)):
            return None
        position = position_id(self.board, self.on_roll)
        return f"{position}:{match_id(self.situation)}", xgid(self.board, self.situation)


def read_position(text: str) -> Placement:
    """Parse a position; raises UserError with one sentence for people."""
    text = text.strip()
    if len(text) > 400:
        raise UserError(
            "%(words)s... is too long for a position: give %(shapes)s.",
            words=f"{text[:40]!r}", shapes=_SHAPES,
        )
    if text.upper().startswith("XGID") or (text.count(":") >= 8 and "/" not in text):
        board, situation = read_xgid(text)
        return Placement(board, situation, matched=True)
    words = re.split(r"[\s,]+", text)
    if len(words) > 2 and all(re.fullmatch(r"[-+]?\d{1,3}", word, re.ASCII) for word in words):
        return _of_numbers([int(word) for word in words])
    if _LISTED.match(text.lstrip("/ ")):
        return _of_lists(text)
    found = re.fullmatch(r"(\S{1,40}?)(?:[:\s]+(\S{1,40}))?", text, re.ASCII)
    if found is None:
        raise UserError(
            "%(words)s is not a position: give %(shapes)s.",
            words=f"{text[:40]!r}", shapes=_SHAPES,
        )
    if found[2] is None:
        return Placement(read_position_id(found[1], 0))
    situation = read_match_id(found[2])
    return Placement(read_position_id(found[1], situation.on_roll), situation, matched=True)


def _of_numbers(counts: list[int]) -> Placement:
    if len(counts) != BAR + 1:
        raise UserError(
            "A position in numbers has 26 of them (the other's bar, points 1 to 24, the own bar), not "
            "%(count)s.",
            count=len(counts),
        )
    if counts[0] > 0 or counts[BAR] < 0:
        raise UserError(
            "The first number is the other player's bar, at most 0, the last one the own bar, at least 0."
        )
    own = [0, *(max(count, 0) for count in counts[1:])]
    opposing = [0, *(max(-counts[BAR - point], 0) for point in range(1, BAR + 1))]
    return Placement(board_of(own, opposing, 0, "the list of numbers"))


def _of_lists(text: str) -> Placement:
    sides = [side.strip() for side in text.split("/")]
    if len(sides) != 2:
        raise UserError("Two lists make a position: the points of the player on roll, /, those of the other.")
    lists = [_side(side) for side in sides]
    (own, own_off), (opposing, opposing_off) = lists
    for point in range(1, BAR):
        if own[point] and opposing[BAR - point]:
            raise UserError("Both players stand on the %(point)s point of the player on roll.", point=point)
    view = (-opposing[BAR], *(own[p] - opposing[BAR - p] for p in range(1, BAR)), own[BAR])
    return Placement(Board(view, (own_off, opposing_off)))


def _side(text: str) -> tuple[list[int], int]:
    """Return a player's checkers on 0 to 25, and the number borne off."""
    counts = [0] * (BAR + 1)
    off: int | None = None
    said: set[str] = set()
    if not text:
        raise UserError("The list of one player is empty: write off:15 for a player with no checker on the "
                        "board.")
    for word in re.split(r"[\s,]+", text):
        found = _PLACE.match(word)
        if found is None:
            raise UserError(
                "%(word)s is not a point with checkers: write it like 6:5, bar:1 or off:3.",
                word=f"{word[:20]!r}",
            )
        place, count = found["place"].lower(), int(found["count"])
        if place in said:
            raise UserError("%(where)s is twice in the list of one player.", where=place)
        said.add(place)
        if place == "off":
            off = count
            continue
        point = BAR if place == "bar" else int(place)
        if not 1 <= point <= 24 and place != "bar":
            raise UserError("There is no point %(where)s: points are 1 to 24.", where=place)
        counts[point] = count
    on = sum(counts)
    if on + (off or 0) > _MOST:
        raise UserError("A player has %(on)s checkers in the list: correct it.", on=on + (off or 0))
    return counts, max(CHECKERS - on, 0) if off is None else off


def written(placement: Placement) -> str:
    """Return a placement as two lists, the player on roll first; `read_position` can read it."""
    sides = []
    for seat in (placement.on_roll, other(placement.on_roll)):
        board = placement.board
        words = [f"{p}:{n}" for p in range(24, 0, -1) if (n := board.on(seat, p))]
        bar, off = board.bar(seat), board.off[seat]
        sides.append(" ".join([*([f"bar:{bar}"] if bar else []), *words, f"off:{off}"]))
    return " / ".join(sides)
