"""What a pairing of an event wants of a board: which program, who sits where, how many points, what stands.

A board is set up for one game (or match, or set) of an event; the next one is a set-up of its own.
Source: docs/formats.md; rules/xmadn.md, "Single games"; rules/backgammon.md, "Events"; rules/tara.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tablecore import records
from tablecore.sheets import racerules
from tablekeeper.director.recordtext import COLOURS
from tablekeeper.director.setups.plan import Plan, Rows
from tablekeeper.errors import UserError
from tablekeeper.formats import Answer, Event, Format

#: rules of the races of a format; of Challengers they are an option
_RACES = {
    "league-2t": "2T", "league-2t-xl": "2T-XL", "challengers": "", "championship": "3T", "masters": "3T+",
    "grand-prix": "GP", "grand-prix-plus": "GP+", "triathlon": "TA",
}  # fmt: skip
#: points of a format whose games have no other length; 0 is one game with the cube, without a limit
_POINTS = {"ttt": 1, "swing": 0}
#: formats whose matches are backgammon
_BACKGAMMON = ("ttt", "swing", "knockout", "round-robin", "couples")
#: formats whose wins the board goes on counting
_COUNTED = ("championship", "masters", "challengers")


@dataclass(frozen=True, slots=True)
class Seating:
    """A set-up: the program as pages and commands name it, names by seat, and what the program is asked."""

    program: str
    names: tuple[str, ...]
    #: of backgammon: points (0 = no limit), and whether pairs consult
    length: int = 0
    consultation: bool = False
    answers: Mapping[str, str] = field(default_factory=dict)
    #: rows of the board's set-up beside those of the program
    rows: Rows = ()
    #: games of a series that have been played already
    games: int = 0

    def fitted(self, plan: Plan) -> Plan:
        """Return the program's plan with what stands in the event."""
        opener, *rest = (
            (kind, a, b, c, self.games if kind == records.SERIES else p, q)
            for kind, a, b, c, p, q in plan.rows
        )
        return Plan(plan.program, plan.seats, (opener, *self.rows, *rest), plan.control)


def is_one_board(form: Format) -> bool:
    """Return whether the games of a format follow each other at one board."""
    return form.key in _RACES


def asks_length(form: Format) -> bool:
    """Return whether the director may say to how many points a match of a format is."""
    return form.key in _BACKGAMMON and form.key not in _POINTS


def is_playable(form: Format, pairing: Mapping[str, Any]) -> bool:
    """Return whether a board can be set up for a pairing."""
    players = pairing.get("players")
    if not isinstance(players, list | tuple) or not players:
        return False
    if form.key in _BACKGAMMON:
        return len(players) == 2
    return form.key in _RACES or form.key == "tara"


def seating(
    form: Format, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
) -> Seating:
    """Return what a board is set up for, or refuse it; `length` None is what the event says."""
    if not is_playable(form, pairing):
        raise UserError("That is not played at a board: enter its result by hand.")
    names = tuple(pairing["players"])
    if form.key in _BACKGAMMON:
        points = _length(form, pairing, length)
        if form.key == "couples" and pairing.get("phase") == 2:
            members: Mapping[str, Any] = event.options["couples"].value
            return Seating("backgammon", tuple(" & ".join(members[couple]) for couple in names), points, True)
        return Seating("backgammon", names, points)
    if form.key == "tara":
        options = event.options
        return Seating(
            "tara",
            names,
            answers={
                "seats": str(len(names)),
                "level": str(options["level"]),
                "linked": "yes" if len(names) == 4 and options["opening"] == "linked" else "no",
                "op0": "yes" if options["op0_builds"] else "no",
            },
        )
    return _race(form, event, answer, pairing, names)


def _length(form: Format, pairing: Mapping[str, Any], length: int | None) -> int:
    if form.key == "swing":
        return 0
    known = pairing.get("length", _POINTS.get(form.key))
    found = known if length is None else length
    if found is None:
        raise UserError("The event does not say to how many points: write the length of the match.")
    return int(found)


def _race(
    form: Format, event: Event, answer: Answer, pairing: Mapping[str, Any], names: tuple[str, ...]
) -> Seating:
    rules = _RACES[form.key] or event.options["rules"]
    if form.key == "challengers" and pairing.get("game") == 0:
        rules = "3T-XS"
    if form.key == "triathlon":
        order = {"rules": rules, "order": " ".join(event.options["rotation"])}
        return Seating("race", names, answers=order, games=int(pairing["game"]) - 1)
    wins = [0, 0, 0]
    if form.key in _COUNTED and rules != "3T-XS":
        won = {row.player: row.figures["won"] for row in answer.rows}
        wins[: len(names)] = [min(255, won[name]) for name in names]
    lineup = racerules.usual(racerules.NAMES.index(rules))
    if form.key == "grand-prix":
        lineup = _lineup(event, names)
    rows = ((records.LINEUP, *wins, lineup, 0),)
    return Seating("race", names, answers={"rules": rules}, rows=rows)


def _lineup(event: Event, names: tuple[str, ...]) -> int:
    owner = [racerules.NOBODY] * racerules.COLOURS
    for player, place in event.options["colours"].members():
        for colour in place.value:
            owner[COLOURS.index(colour)] = names.index(player)
    packed: int = racerules.pack(owner)
    return packed
