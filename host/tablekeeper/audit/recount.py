"""A recount: the standings that an auditor computes, for comparison with those in the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.strictjson import Cursor

#: the figures of a step for level players (larger is better); None: not for this number of players
Figures = Callable[[Sequence[str]], Mapping[str, Any] | None]
Step = tuple[str, Figures, Callable[[Any], str]]
#: the step that separates a group from the next one: name, how a figure is shown, the figures
_Gap = tuple[str, Callable[[Any], str], Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class RecountLine:
    """A player's line: rank, figures as in JSON, the step that separates it from the next one, and how."""

    rank: int
    player: str
    figures: Mapping[str, Any]
    decided_by: str | None = None
    explain: str | None = None


@dataclass(frozen=True, slots=True)
class Recount:
    """Standings computed by an auditor."""

    over: bool
    winner: str | None
    provisional: bool
    lines: tuple[RecountLine, ...]
    next: Sequence[Any]
    cancelled: Sequence[Any]
    notes: Sequence[str] = ()
    #: the players in order of their final places where playoffs decide them; () = the lines decide
    order: Sequence[str] = ()

    def places(self) -> list[dict[str, Any]]:
        """Return the final places as in JSON; players of the same rank in several groups share a place."""
        if self.order:
            return [{"place": place, "player": player} for place, player in enumerate(self.order, 1)]
        found = [
            {"place": 1 + sum(other.rank < line.rank for other in self.lines), "player": line.player}
            for line in self.lines
        ]
        return sorted(found, key=lambda one: int(one["place"]))


def step(name: str, figures: Mapping[str, Any], shows: Callable[[Any], str] = str) -> Step:
    """Return a step whose figures do not depend on the set of level players."""
    return name, lambda level: figures, shows


def order(
    players: Sequence[str], steps: Sequence[Step], restart: bool = False, single: bool = False
) -> list[tuple[int, str, str | None, str | None]]:
    """Return (rank, player, step, its figures) in order; `restart`: level players begin again at the first
    step; `single`: when a step tells all players of a group apart, it still divides off only the first one.

    One division at a time: the first group that a step divides is replaced by its parts, until no step
    divides a group any more.
    """
    # level players, their present step, and the step that separates them from the next group
    groups: list[tuple[list[str], int, _Gap | None]] = [(list(players), 0, None)]
    place = 0
    while place < len(groups):
        level, first, gap = groups[place]
        found = _divide(level, steps, first)
        if found is None:
            place += 1
            continue
        number, values, figures = found
        name, _, shows = steps[number]
        members = [[player for player in level if figures[player] == value] for value in values]
        if single and len(members) == len(level):
            members[1:] = [[player for player in level if player not in members[0]]]
        # the last part inherits the separation of the whole group from the next one
        gaps = [(name, shows, figures)] * (len(members) - 1)
        again = 0 if restart else number + 1
        groups[place : place + 1] = [
            (part, again, after) for part, after in zip(members, [*gaps, gap], strict=True)
        ]
    lines: list[tuple[int, str, str | None, str | None]] = []
    for at, (level, _, gap) in enumerate(groups):
        rank = len(lines) + 1
        lines += [(rank, player, None, None) for player in level[:-1]]
        why: tuple[str | None, str | None] = (None, None)
        if gap is not None:
            # the figures of this player and of the next one, who is known only now
            name, shows, figures = gap
            why = name, f"{shows(figures[level[-1]])} v {shows(figures[groups[at + 1][0][0]])}"
        lines += [(rank, player, *why) for player in level[-1:]]
    return lines


def _divide(
    level: Sequence[str], steps: Sequence[Step], first: int
) -> tuple[int, list[Any], Mapping[str, Any]] | None:
    if len(level) < 2:
        return None
    for number in range(first, len(steps)):
        figures = steps[number][1](level)
        if figures is not None and len({figures[player] for player in level}) > 1:
            return number, sorted({figures[player] for player in level}, reverse=True), figures
    return None


def ladder(
    players: Sequence[str],
    steps: Sequence[Step],
    figures: Mapping[str, Mapping[str, Any]],
    *,
    restart: bool = False,
    single: bool = False,
    reasons: bool = True,
) -> tuple[RecountLine, ...]:
    """Return the lines of a table; without `reasons` they do not name the separating steps."""
    return tuple(
        RecountLine(rank, player, figures[player], by if reasons else None, why if reasons else None)
        for rank, player, by, why in order(players, steps, restart, single)
    )


def behind(gone: Collection[str]) -> Step:
    """Return the step that puts departed players behind the others."""
    return (
        "who has left",
        lambda level: {player: player not in gone for player in level},
        lambda there: "there" if there else "left",
    )


def leaves(result: Cursor, there: Sequence[str], also: Sequence[str] = ()) -> str:
    """Return the present player who leaves by a result."""
    player = result.fields(("absent", *also), ("absent", *also))["absent"].text()
    if player not in there:
        raise result.at("absent").refuse("this player is not there any more")
    return player
