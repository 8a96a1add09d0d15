"""The results of an event for ratings: matches with a length, and games without one.

Backgammon matches have a length and are rated by Elo; games of races and TARA have none (0) and are rated by
OpenSkill. Not rated are unfinished games (a timeout, a forfeit), friendly matches, single games for chips,
and matches of unknown length.

    >>> from tablekeeper import formats
    >>> from tablekeeper.strictjson import Cursor
    >>> form, event = formats.read_event(Cursor({"format": "championship", "options": {"first_to": 2},
    ...     "players": ["Ann", "Bob", "Cid"], "results": [{"winner": "Bob"}, {"winner": "Bob"}]}))
    >>> rated_results(event)[0]
    ((('Bob',), ('Ann',), ('Cid',)), 0, (1, 2, 2))
"""

from __future__ import annotations

from tablekeeper.formats import FORMATS
from tablekeeper.formats.event import Event
from tablekeeper.formats.ranking import Rated
from tablekeeper.rankings.elo import LONGEST


def rated_results(event: Event) -> tuple[Rated, ...]:
    """Return an event's results for ratings, in order of entry; () if nothing is rated.

    The format has already checked the event's results.
    """
    rated = FORMATS[event.format].rated(event)
    return tuple((sides, min(length, LONGEST), ranks) for sides, length, ranks in rated)
