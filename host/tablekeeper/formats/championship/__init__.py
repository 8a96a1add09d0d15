"""Championship (3T) and Masters (3T+): first to x wins; every game has three players and one winner.

Source: docs/rules/races.md, "Championship, Masters".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "championship", "options": {"first_to": 2},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"winner": "Bob"}, {"winner": "Ann"}, {"winner": "Bob"}]}))
    >>> [(row.rank, row.player, row.figures["won"]) for row in answer.rows], answer.winner
    ([(1, 'Bob', 2), (2, 'Ann', 1), (3, 'Cid', 0)], 'Bob')
"""

from __future__ import annotations

from tablekeeper.formats.championship.rules import Championship, Masters

__all__ = ["Championship", "Masters"]
