"""Ranks players by a list of named criteria, and records which criterion separated each from the next.

A criterion gives each of the level players a figure; larger is better. Players who stay level
continue with the next criterion, or with the first one if the list has the restart rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from tablekeeper.languages import pgettext

#: The next criterion for players who stay level after a criterion has split a group: the following one, or
#: again the first one, among themselves.
Restart = Literal["never", "after a split"]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A named step. `figures(level)` returns the figure of each level player; larger is better.

    `sizes` says for how many level players the step applies; None is any number. `shows` makes a
    figure readable.
    """

    name: str
    figures: Callable[[Sequence[str]], Mapping[str, Any]]
    sizes: frozenset[int] | None = None
    shows: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place; players who cannot be separated share a rank.

    `decided_by` and `explain` say what put this player before the next player; None when nothing did.
    """

    player: str
    rank: int
    decided_by: str | None = None
    explain: str | None = None


@dataclass(frozen=True, slots=True)
class _Block:
    """Level players, and the criterion that separates them from the next block."""

    players: tuple[str, ...]
    decided_by: str | None = None
    explain: str | None = None


def rank(
    players: Sequence[str], criteria: Sequence[Criterion], restart: Restart = "never"
) -> tuple[Standing, ...]:
    """Return the standings, best first; level players stay in the order given."""
    found: list[Standing] = []
    for block in _blocks(tuple(players), criteria, 0, restart):
        place = len(found) + 1
        for number, player in enumerate(block.players, 1):
            last = number == len(block.players)
            found.append(
                Standing(player, place, block.decided_by if last else None, block.explain if last else None)
            )
    return tuple(found)


def _blocks(
    level: tuple[str, ...], criteria: Sequence[Criterion], first: int, restart: Restart
) -> list[_Block]:
    if len(level) < 2:
        return [_Block(level)] if level else []
    for step in range(first, len(criteria)):
        criterion = criteria[step]
        if criterion.sizes is not None and len(level) not in criterion.sizes:
            continue
        figures = criterion.figures(level)
        parts: dict[Any, list[str]] = {}
        for player in level:
            parts.setdefault(figures[player], []).append(player)
        if len(parts) == 1:
            continue
        values = sorted(parts, reverse=True)
        again = 0 if restart == "after a split" else step + 1
        found: list[_Block] = []
        for place, value in enumerate(values):
            found += _blocks(tuple(parts[value]), criteria, again, restart)
            if place + 1 < len(values):
                ahead, behind = criterion.shows(value), criterion.shows(values[place + 1])
                explain = pgettext("figures", "%(one)s v %(other)s", one=ahead, other=behind)
                found[-1] = _Block(found[-1].players, criterion.name, explain)
        return found
    return [_Block(level)]
