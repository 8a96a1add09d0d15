"""Round robin for match play: everybody plays everybody a match to N points, once or twice.

The rules are our own (docs/formats.md), because the sources have no such event. Level players are separated
by their matches among themselves first, then by all their matches. After a split, the criteria start again
for players who are still level.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def match(winner, loser, points):
    ...     return {"players": [winner, loser], "winner": winner, "score": [5, points]}
    >>> answer = standings(Cursor({"format": "round-robin", "options": {"length": 5},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [match("Ann", "Bob", 4), match("Bob", "Cid", 1), match("Cid", "Ann", 3)]}))
    >>> [(row.rank, row.player, row.explain) for row in answer.rows]
    [(1, 'Bob', '+3 v -1'), (2, 'Ann', '-1 v -2'), (3, 'Cid', None)]
"""

from __future__ import annotations

from tablekeeper.formats.round_robin.rules import RoundRobin

__all__ = ["RoundRobin"]
