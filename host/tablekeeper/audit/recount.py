"""A recount: the standings that an auditor computes, for comparison with those in the file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.strictjson import Cursor

#: the figures of a step for level players (larger is better); None: not for this number of players
Figures = Callable[[Sequence[str]], Mapping[str, Any] | None]
Step = tuple[str, Figures, Callable[[Any], str]]


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


def step(name: str, figures: Mapping[str, Any], shows: Callable[[Any], str] = str) -> Step:
    """Return a step whose figures do not depend on the set of level players."""
    return name, lambda level: figures, shows


def order(
    players: Sequence[str], steps: Sequence[Step], restart: bool = False
) -> list[tuple[int, str, str | None, str | None]]:
    """Return (rank, player, step, its figures) in order; `restart`: level players begin again at the first
    step.

    One division at a time: the first group that a step divides is replaced by its parts, until no step
    divides a group any more.
    """
    # level players, their present step, and the step that separates them from the next group
    groups: list[tuple[list[str], int, tuple[str | None, str | None]]] = [(list(players), 0, (None, None))]
    place = 0
    while place < len(groups):
        level, first, gap = groups[place]
        found = _divide(level, steps, first)
        if found is None:
            place += 1
            continue
        number, values, figures = found
        name, _, shows = steps[number]
        parts: list[tuple[list[str], int, tuple[str | None, str | None]]] = []
        for at, value in enumerate(values):
            part = [player for player in level if figures[player] == value]
            # the last part inherits the separation of the whole group from the next one
            after = gap if at + 1 == len(values) else (name, f"{shows(value)} v {shows(values[at + 1])}")
            parts.append((part, 0 if restart else number + 1, after))
        groups[place : place + 1] = parts
    lines: list[tuple[int, str, str | None, str | None]] = []
    for level, _, gap in groups:
        rank = len(lines) + 1
        lines += [(rank, player, *(gap if player == level[-1] else (None, None))) for player in level]
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
    reasons: bool = True,
) -> tuple[RecountLine, ...]:
    """Return the lines of a table; without `reasons` they do not name the separating steps."""
    return tuple(
        RecountLine(rank, player, figures[player], by if reasons else None, why if reasons else None)
        for rank, player, by, why in order(players, steps, restart)
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
