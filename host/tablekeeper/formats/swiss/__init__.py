"""Swiss for match play: a number of rounds, in each of which players with equal wins meet, nobody twice.

The rules are our own (docs/formats.md), because the sources have no such event.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def match(winner, loser, points):
    ...     return {"players": [winner, loser], "winner": winner, "score": [5, points]}
    >>> answer = standings(Cursor({"format": "swiss", "options": {"length": 5, "rounds": 2},
    ...     "players": ["Ann", "Bob", "Cid", "Dan"],
    ...     "results": [match("Ann", "Cid", 4), match("Dan", "Bob", 1)]}))
    >>> [pairing["players"] for pairing in answer.next]
    [['Ann', 'Dan'], ['Bob', 'Cid']]
"""

from __future__ import annotations

from tablekeeper.formats.swiss.rules import Swiss

__all__ = ["Swiss"]
