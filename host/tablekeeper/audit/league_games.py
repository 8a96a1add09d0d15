"""The audit's reading of a league's games: the results, the steps of the table, and the throws.

Source: docs/rules/races.md, "League"; the file's shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any

from tablekeeper.audit.recount import Step
from tablekeeper.strictjson import Cursor
from tablekeeper.text import signed


@dataclass(frozen=True, slots=True)
class Side:
    """A game from the view of one of its players."""

    player: str
    opponent: str
    won: bool
    pawns: int
    against: int
    colours: int
    colours_against: int
    #: as step 8 adds them: full minutes of the game, or all of its time
    minutes: Fraction | None


class Throws:
    """The recorded throws, used in order; `wanted` is set when a player must still throw."""

    def __init__(self, throws: Sequence[Sequence[Any]], out: Sequence[str] = ()) -> None:
        self.throws = list(throws)
        self.wanted: list[list[str]] = []
        self._out = out

    def __call__(self, level: Sequence[str]) -> Mapping[str, Any] | None:
        if self._out:
            return self._between(level)
        while len(self.throws) >= len(level):
            thrown: dict[str, int] = {one[0]: one[1] for one in self.throws[: len(level)]}
            del self.throws[: len(level)]
            if set(thrown) != set(level):
                raise Cursor(None, "options.dice").refuse(f"here {', '.join(level)} throw, each once")
            if len(set(thrown.values())) > 1:
                return thrown
        waiting = [one for one in level if one not in (throw[0] for throw in self.throws)]
        self.throws.clear()
        self.wanted.append(waiting)
        return None


    def _between(self, level: Sequence[str]) -> Mapping[str, Any] | None:
        # for two remaining players, compare all throws in order, including those of earlier ties
        one, other = level
        mine, theirs = ([die for name, die in self.throws if name == player] for player in level)
        for first, second in zip(mine, theirs, strict=False):
            if first != second:
                return {one: first, other: second}
        if len(mine) == len(theirs):
            self.wanted.append([one, other])
        else:
            self.wanted.append([one if len(mine) < len(theirs) else other])
        return None


def sides_of(
    result: Cursor, players: Sequence[str], most: int, counted: bool, whole: bool
) -> list[Side]:
    """Return both sides of a game; `whole`: only the full minutes of the game count."""
    fields = result.fields(
        ("players", "winner", "pawns", "colours", "minutes", "stage"), ("players", "winner")
    )
    pair = fields["players"].pair(players)
    winner = fields["winner"].player(pair)
    minutes = Fraction(fields["minutes"].decimal(0)) if "minutes" in fields else None
    if whole and minutes is not None:
        minutes = Fraction(floor(minutes))
    seats = (0, 1) if winner == pair[0] else (1, 0)
    pawns, colours = [0, 0], [0, 0]
    if counted or "pawns" in fields:
        told = [item.whole(0, most) for item in result.at("pawns").items(2, 2)]
        pawns = [told[seat] for seat in seats]
        if pawns[0] != most or pawns[1] == most:
            raise fields["pawns"].refuse(f"the winner has {most} counted pawns, the loser fewer")
        if most == 8:
            told = [item.whole(0, 2) for item in result.at("colours").items(2, 2)]
            colours = [told[seat] for seat in seats]
            most_colours, least_colours = pawns[1] // 4, 1 if pawns[1] == 7 else 0
            if colours[0] != 2 or not least_colours <= colours[1] <= most_colours:
                raise fields["colours"].refuse("so many pawns do not complete so many colours")
    loser = pair[seats[1]]
    return [
        Side(winner, loser, True, pawns[0], pawns[1], colours[0], colours[1], minutes),
        Side(loser, winner, False, pawns[1], pawns[0], colours[1], colours[0], minutes),
    ]


def steps_of(sides: Sequence[Side], large: bool, throws: Throws) -> list[Step]:
    def over(level: Sequence[str], what: Callable[[Side], int]) -> dict[str, Any]:
        return {one: sum(what(side) for side in sides if side.player == one) for one in level}

    def duel(what: Callable[[Side], int]) -> Callable[[Sequence[str]], dict[str, Any] | None]:
        def figures(level: Sequence[str]) -> dict[str, Any] | None:
            if len(level) != 2:
                return None
            mine = [side for side in sides if {side.player, side.opponent} == set(level)]
            return {one: sum(what(side) for side in mine if side.player == one) for one in level}

        return figures

    def quick(level: Sequence[str]) -> dict[str, Any] | None:
        wins = [side for side in sides if side.won and side.player in level]
        if any(side.minutes is None for side in wins):
            return None
        return {one: -_full(wins, one) for one in level}

    def margin(side: Side) -> int:
        return side.pawns - side.against

    def colours(side: Side) -> int:
        return side.colours - side.colours_against

    xl: list[list[Step]] = [
        [("3 head-to-head completed colours difference", duel(colours), signed)],
        [
            ("6 overall completed colours difference", lambda level: over(level, colours), signed),
            ("7 overall completed colours scored", lambda level: over(level, lambda one: one.colours), str),
        ],
    ]
    return [
        record(sides),
        ("1 head-to-head win-loss record", duel(lambda side: int(side.won)), str),
        ("2 head-to-head counted pawns difference", duel(margin), signed),
        *(xl[0] if large else []),
        ("4 overall counted pawns difference", lambda level: over(level, margin), signed),
        ("5 overall counted pawns scored", lambda level: over(level, lambda side: side.pawns), str),
        *(xl[1] if large else []),
        ("8 quickness of victory", quick, lambda figure: f"{-figure} min"),
        ("9 round of die-roll", throws, str),
    ]


def record(sides: Sequence[Side]) -> Step:
    def records(level: Sequence[str]) -> dict[str, Any]:
        return {one: share(sides, one) for one in level}

    return "overall win-loss record", records, lambda share: f"{share.numerator}/{share.denominator}"


def share(sides: Sequence[Side], player: str) -> Fraction:
    games = [side.won for side in sides if side.player == player]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def figures_of(sides: Sequence[Side], player: str) -> dict[str, int]:
    mine = [side for side in sides if side.player == player]
    return {
        "won": sum(side.won for side in mine),
        "lost": sum(not side.won for side in mine),
        "pawns_for": sum(side.pawns for side in mine),
        "pawns_against": sum(side.against for side in mine),
        "colours_for": sum(side.colours for side in mine),
        "colours_against": sum(side.colours_against for side in mine),
        "minutes_won": _full([side for side in mine if side.won], player),
    }


def _full(wins: Sequence[Side], player: str) -> int:
    return floor(sum((side.minutes or Fraction(0) for side in wins if side.player == player), Fraction(0)))
