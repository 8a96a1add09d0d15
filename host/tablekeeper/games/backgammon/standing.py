"""Facts that follow from a position alone: a wrong start, missing checkers, a closed board, the stake."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper import text
from tablekeeper.games.backgammon.board import CHECKERS, START, Board, Seat, other
from tablekeeper.games.backgammon.match import KINDS, worth
from tablekeeper.games.backgammon.paragraphs import (
    DOUBLE_FROM_THE_BAR,
    KINDS_OF_GAME,
    NO_JACOBY,
    NO_ROLL,
    NOT_FIFTEEN,
    START_POSITION,
    STILL_PRESSES,
    BackgammonParagraph,
)
from tablekeeper.games.backgammon.referee import closed_out
from tablekeeper.languages import _, joined

NAMES = (_("White"), _("Black"))
#: a wrong start may be corrected before this roll
LAST_ROLL = 4
SEATS: tuple[Seat, Seat] = (0, 1)


@dataclass(frozen=True, slots=True)
class PositionFinding:
    """A finding: a sentence and its paragraphs."""

    sentence: str
    paragraphs: tuple[BackgammonParagraph, ...]


@dataclass(frozen=True, slots=True)
class Correction:
    """A start compared with the right one: the differences, and whether a correction is still allowed."""

    differences: tuple[str, ...]
    allowed: bool
    sentence: str
    paragraph: BackgammonParagraph = START_POSITION


def start_correction(board: Board, rolls: int, names: tuple[str, str] = NAMES) -> Correction:
    """Return the differences from the start position, and whether they may be corrected now.

    `board` is the position at the start of the game, `rolls` the number of both players' rolls since then.
    """
    found = tuple(differences(board, names))
    if not found:
        return Correction((), False, _("This is the start position: nothing is to be corrected."))
    if rolls < LAST_ROLL:
        times = _("no roll has") if rolls == 0 else text.counted(rolls, "roll has", "rolls have")
        return Correction(
            found, True, _(
                "The start position is wrong; it may be corrected before the fourth roll, and so far "
                "%(times)s been thrown.", times=times),
        )  # fmt: skip
    return Correction(
        found, False, _(
            "The start position is wrong, but %(rolls)s rolls have been thrown: from the %(last_roll)sth "
            "on it stays as it is, and the game goes on with it.", rolls=rolls, last_roll=LAST_ROLL),
    )  # fmt: skip


def differences(board: Board, names: tuple[str, str] = NAMES) -> list[str]:
    """Return one sentence for each place that differs from the start position."""
    found = []
    for seat in SEATS:
        for point in range(25, 0, -1):
            has, should = board.on(seat, point), START.on(seat, point)
            if has != should:
                where = _("on the bar") if point == 25 else _("on their %(point)s point", point=point)
                found.append(
                    _(
                        "%(names)s has %(checkers)s %(where)s instead of %(should)s.",
                        names=names[seat],
                        checkers=_checkers(has),
                        where=where,
                        should=should or _("none"),
                    )
                )
        if board.off[seat]:
            found.append(
                _(
                    "%(names)s has %(checkers)s off the board instead of none.",
                    names=names[seat],
                    checkers=_checkers(board.off[seat]),
                )
            )
    return found


def counted(board: Board, names: tuple[str, str] = NAMES) -> list[PositionFinding]:
    """Return a finding for each player without exactly 15 checkers, including checkers borne off."""
    found = []
    for seat in SEATS:
        total = board.count(seat) + board.off[seat]
        if total != CHECKERS:
            found.append(
                PositionFinding(
                    _(
                        "%(names)s has %(checkers)s instead of %(checkers2)s. The game goes on with "
                        "them, and a gammon or backgammon can be lost with them.",
                        names=names[seat],
                        checkers=_checkers(total),
                        checkers2=CHECKERS,
                    ),
                    (NOT_FIFTEEN,),
                )
            )
    return found


def can_lose(board: Board, seat: Seat, cube: int = 1, names: tuple[str, str] = NAMES) -> PositionFinding:
    """Return the possible losses of `seat`: after bearing off a checker only a single game."""
    kinds = [kind for kind in KINDS if kind == "single" or not board.off[seat]]
    why = _("%(checkers)s borne off", checkers=_checkers(board.off[seat]))
    points = joined(joined((_(kind), f"({worth(kind) * cube})"), " ") for kind in kinds)
    return PositionFinding(
        _("%(names)s can lose %(points)s: %(why)s.", names=names[seat], points=points, why=why),
        (KINDS_OF_GAME, NO_JACOBY),
    )


def closed(board: Board, names: tuple[str, str] = NAMES) -> list[PositionFinding]:
    """Return a finding for a player on the bar against a closed board."""
    return [
        PositionFinding(
            _(
                "%(names)s is on the bar against %(names2)s's closed board: no roll is needed, but "
                "the press of the clock still ends the turn, and who may turn the cube may double.",
                names=names[seat],
                names2=names[other(seat)],
            ),
            (NO_ROLL, STILL_PRESSES, DOUBLE_FROM_THE_BAR),
        )
        for seat in SEATS
        if closed_out(board, seat)
    ]


def _checkers(number: int) -> str:
    return _("no checker") if number == 0 else text.counted(number, "checker")
