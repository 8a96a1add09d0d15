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
#: again the first one, among themselves. "one by one": if all figures of a group differ, only the best player
#: leaves it, and the others start again.
Restart = Literal["never", "after a split", "one by one"]


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
        groups = [tuple(parts[value]) for value in sorted(parts, reverse=True)]
        if restart == "one by one" and len(groups) == len(level):
            groups = [groups[0], tuple(player for player in level if player not in groups[0])]
        again = step + 1 if restart == "never" else 0
        found: list[_Block] = []
        for group in groups:
            blocks = _blocks(group, criteria, again, restart)
            if found:
                best, next_one = found[-1].players[-1], blocks[0].players[0]
                ahead, behind = criterion.shows(figures[best]), criterion.shows(figures[next_one])
                explain = pgettext("figures", "%(one)s v %(other)s", one=ahead, other=behind)
                found[-1] = _Block(found[-1].players, criterion.name, explain)
            found += blocks
        return found
    return [_Block(level)]
