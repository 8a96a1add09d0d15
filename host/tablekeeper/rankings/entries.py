"""Ranking entries of finished events: proposed tournaments of a ranking file, which the director confirms.

Every event of pawn races is one tournament or unit. The exception is the XLeague (2T-XL): each pair of double
round-robins is a unit, and its playoffs are another. The director chooses level, name and date.
Sources: docs/rules/races.md, "World Rankings" and "Double-Threat Rankings".

    >>> from tablekeeper import formats
    >>> from tablekeeper.strictjson import Cursor
    >>> form, event = formats.read_event(Cursor({"format": "masters", "options": {"first_to": 2},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"winner": "Bob"}, {"winner": "Ann"}, {"winner": "Bob"}]}))
    >>> entries_of(event, form.answer(event), name="Spring Masters", on=date(2025, 4, 1), level=2)
    ... # doctest: +NORMALIZE_WHITESPACE
    ({'name': 'Spring Masters', 'style': '3T+', 'level': 2, 'date': '2025-04-01',
      'wins': {'Ann': 1, 'Bob': 2, 'Cid': 0}, 'places': [['Bob'], ['Ann'], ['Cid']]},)
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

from tablekeeper.errors import UserError
from tablekeeper.formats import FORMATS
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.languages import _
from tablekeeper.rankings.figures import number
from tablekeeper.rankings.rules import version_at


class NoEntry(UserError):
    """An event does not count in the rankings, or not yet."""


def entries_of(
    event: Event,
    answer: Answer,
    *,
    name: str,
    on: date,
    level: int = 1,
    major: bool = False,
    world_championship: bool = False,
    day_of: Callable[[int], date] | None = None,
) -> tuple[dict[str, Any], ...]:
    """Return the tournaments of a ranking file (docs/rankings.md) for a finished event.

    `answer` is the format's answer to the event. `on` is the day on which it ended: the rules valid then
    award the winner points. Most events are one tournament. If units count while an event runs, `day_of`
    returns the day of the result (by number) that completed the unit. Raises `NoEntry` for an event that is
    not over or has no complete unit, and for a format that no ranking counts. If a unit's first place is
    tied, the first group has several players; the ranking refuses it until the director names the winner.
    """
    ranking = FORMATS[event.format].ranking
    if ranking is None:
        raise NoEntry("Events of the format %(format)s count in no ranking.", format=event.format)
    worth = ranking.units(event, answer, version_at(on)) if answer.over or ranking.running else ()
    if not answer.over and not worth:
        raise NoEntry("The event is not over yet: its ranking entry is proposed when it is.")
    if answer.over and not any(won for unit in worth for won in unit.wins.values()):
        # players left before the first game, or all games were removed
        raise NoEntry("No game of the event counts: it counts in no ranking.")
    found = []
    for count, unit in enumerate(worth, 1):
        day = day_of(unit.results) if day_of is not None and unit.results else on
        # units of one day are sorted by name: numbers in the names keep the order of play
        label = _(
            "%(name)s, unit %(count)s: %(label)s",
            name=name,
            count=f"{count:0{len(str(len(worth)))}}",
            label=unit.label,
        )
        entry: dict[str, Any] = {
            "name": label if unit.label else name,
            "style": unit.style,
            "level": level,
            "date": day.isoformat(),
            "wins": {player: number(won) for player, won in unit.wins.items()},
            "places": unit.places,
        }
        if unit.gpp is not None:
            entry["gpp"] = dict(unit.gpp)
        if major:
            entry["major"] = True
        if world_championship:
            entry["world_championship"] = True
        found.append(entry)
    return tuple(found)
