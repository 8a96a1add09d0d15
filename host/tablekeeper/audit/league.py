"""Audit of leagues, 2T and 2T-XL: table, nine steps, throws, playoffs.

Source: rules/xmadn.md, "League", and seeds/double-threat.txt; the file's shape.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tablekeeper.audit.recount import Line, Recount, Step, ladder
from tablekeeper.audit.retelling import Retold
from tablekeeper.formats.place import Place


@dataclass(frozen=True, slots=True)
class _Side:
    """A game as one of its players has seen it."""

    player: str
    opponent: str
    won: bool
    pawns: int
    against: int
    colours: int
    colours_against: int
    minutes: int | None


class _Throws:
    """The recorded throws, taken in order; `short` once somebody still has to throw."""

    def __init__(self, throws: Sequence[Sequence[Any]]) -> None:
        self.throws = list(throws)
        self.short = False

    def __call__(self, level: Sequence[str]) -> Mapping[str, Any] | None:
        while len(self.throws) >= len(level):
            thrown: dict[str, int] = {one[0]: one[1] for one in self.throws[: len(level)]}
            del self.throws[: len(level)]
            if set(thrown) != set(level):
                return None
            if len(set(thrown.values())) > 1:
                return thrown
        self.short = True
        return None


def _signed(figure: int) -> str:
    return "0" if figure == 0 else f"{figure:+d}"


def _sides(result: Place, players: Sequence[str], most: int, counted: bool) -> list[_Side]:
    fields = result.fields(
        ("players", "winner", "pawns", "colours", "minutes", "stage"), ("players", "winner")
    )
    pair = fields["players"].pair(players)
    winner = fields["winner"].player(pair)
    minutes = int(fields["minutes"].decimal(0)) if "minutes" in fields else None
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
        _Side(winner, loser, True, pawns[0], pawns[1], colours[0], colours[1], minutes),
        _Side(loser, winner, False, pawns[1], pawns[0], colours[1], colours[0], minutes),
    ]


def _steps(sides: Sequence[_Side], large: bool, throws: _Throws) -> list[Step]:
    def over(level: Sequence[str], what: Callable[[_Side], int]) -> dict[str, Any]:
        return {one: sum(what(side) for side in sides if side.player == one) for one in level}

    def duel(what: Callable[[_Side], int]) -> Callable[[Sequence[str]], dict[str, Any] | None]:
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
        return over(level, lambda side: -(side.minutes or 0) if side.won else 0)

    def margin(side: _Side) -> int:
        return side.pawns - side.against

    def colours(side: _Side) -> int:
        return side.colours - side.colours_against

    xl: list[list[Step]] = [
        [("3 head-to-head completed colours difference", duel(colours), _signed)],
        [
            ("6 overall completed colours difference", lambda level: over(level, colours), _signed),
            ("7 overall completed colours scored", lambda level: over(level, lambda one: one.colours), str),
        ],
    ]
    return [
        _record(sides),
        ("1 head-to-head win-loss record", duel(lambda side: int(side.won)), str),
        ("2 head-to-head counted pawns difference", duel(margin), _signed),
        *(xl[0] if large else []),
        ("4 overall counted pawns difference", lambda level: over(level, margin), _signed),
        ("5 overall counted pawns scored", lambda level: over(level, lambda side: side.pawns), str),
        *(xl[1] if large else []),
        ("8 quickness of victory", quick, lambda figure: f"{-figure} min"),
        ("9 round of die-roll", throws, str),
    ]


def _record(sides: Sequence[_Side]) -> Step:
    def records(level: Sequence[str]) -> dict[str, Any]:
        return {one: _share(sides, one) for one in level}

    return "overall win-loss record", records, lambda share: f"{share.numerator}/{share.denominator}"


def _share(sides: Sequence[_Side], player: str) -> Fraction:
    games = [side.won for side in sides if side.player == player]
    return Fraction(sum(games), len(games)) if games else Fraction(0)


def _figures(sides: Sequence[_Side], player: str) -> dict[str, int]:
    mine = [side for side in sides if side.player == player]
    return {
        "won": sum(side.won for side in mine),
        "lost": sum(not side.won for side in mine),
        "pawns_for": sum(side.pawns for side in mine),
        "pawns_against": sum(side.against for side in mine),
        "colours_for": sum(side.colours for side in mine),
        "colours_against": sum(side.colours_against for side in mine),
        "minutes_won": sum(side.minutes or 0 for side in mine if side.won),
    }


def league(event: Retold) -> Recount:
    """Recount a league."""
    players, large = event.players, event.format == "league-2t-xl"
    scheduled = 6 * event.option("drr", 1)
    sides: list[_Side] = []
    cancelled: list[tuple[str, ...]] = []
    playoffs: list[tuple[Place, list[_Side]]] = []
    met: dict[frozenset[str], int] = {}
    for result in event.places():
        if result.has("stage"):
            playoffs.append((result, _sides(result, players, 8 if large else 4, False)))
            continue
        if playoffs:
            raise result.refuse("the playoffs have begun before this game")
        if result.has("cancelled"):
            pair = result.fields(("cancelled",))["cancelled"].pair(players)
            cancelled.append(pair)
        else:
            found = _sides(result, players, 8 if large else 4, True)
            pair = (found[0].player, found[1].player)
            sides += found
        met[frozenset(pair)] = met.get(frozenset(pair), 0) + 1
        if met[frozenset(pair)] > scheduled // 3:
            raise result.refuse("these two have no game left")
    final = sum(met.values()) == scheduled
    throws = _Throws(event.option("dice", None) or [])
    steps = _steps(sides, large, throws) if final else [_record(sides)]
    lines = ladder(
        players, steps, {one: _figures(sides, one) for one in players}, restart=True, reasons=final
    )
    unaudited = ["the order of the games"] + (["whether cancelled games were settled"] if cancelled else [])
    winner = None
    if final and not throws.short:
        if throws.throws:
            raise Place(None, "options.dice").refuse("more throws than anybody had to make")
        winner = _champion(event, lines, sides, playoffs)
    elif playoffs:
        raise playoffs[0][0].refuse("the table is not decided before this game")
    called_off = [{"players": list(pair)} for pair in cancelled] if final else None
    over = winner is not None
    return Recount(over, winner, not final, lines, [] if over else None, called_off, tuple(unaudited))


def _champion(
    event: Retold,
    lines: Sequence[Line],
    sides: Sequence[_Side],
    playoffs: Sequence[tuple[Place, list[_Side]]],
) -> str | None:
    first, second, third = (line.player for line in lines)
    games = list(playoffs)
    kind = event.option("playoffs", "none")
    if kind == "all":
        qualified = _series(event, "qualifying", (second, third), sides, games)
        if qualified is None:
            return None
        second = qualified
    winner = first if kind == "none" else _series(event, "final", (first, second), sides, games)
    if games:
        raise games[0][0].refuse("nothing is to be played any more before this game")
    return winner


def _series(
    event: Retold,
    stage: str,
    pair: tuple[str, str],
    sides: Sequence[_Side],
    games: list[tuple[Place, list[_Side]]],
) -> str | None:
    # takes its games off the list
    needed = event.option(f"{stage}_to", 1)
    wins = dict.fromkeys(pair, 0)
    if event.option("head_start", False) and needed > 1:
        wins[pair[0]] = int(_share(sides, pair[0]) > _share(sides, pair[1]))
    while games and max(wins.values()) < needed:
        result, (winner, loser) = games.pop(0)
        if result.at("stage").value != stage:
            raise result.at("stage").refuse(f"the {stage} round is being played")
        if {winner.player, loser.player} != set(pair):
            raise result.at("players").refuse(f"{pair[0]} and {pair[1]} play this round")
        wins[winner.player] += 1
    return next((player for player in pair if wins[player] >= needed), None)
