"""The results of an event that ratings are computed from: matches with a length, and games without one.

Backgammon matches have a length and go into Elo; games of races and TARA have none (0) and go into OpenSkill.
Not rated is what was not played to its end (a timeout, a forfeit), a friendly match, a single game for chips,
and a match whose length nobody said.

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
    """Return an event's results for ratings, in the order in which they came; () where nothing is rated.

    The event's results have been read by its format before: what cannot be is refused there.
    """
    rated = FORMATS[event.format].rated(event)
    return tuple((sides, min(length, LONGEST), ranks) for sides, length, ranks in rated)
