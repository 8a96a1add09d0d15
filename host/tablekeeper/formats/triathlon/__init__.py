"""TripleAthlon: games by 3T, 3T+ and GP rules in turn, until a player has the target of points.

The winner of a 3T or 3T+ game gets 2 points. In a GP game the player whose colour finishes first gets a
point, and the first player with both colours home gets a point. The GP game ends when both are known. If
the first colour's point takes its player to the target, and nobody else can still reach it in this game,
game and event end at once. Level leaders at the target play extra games by the next rules in turn.
Source: docs/rules/races.md, "TripleAthlon".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "triathlon", "options": {"target": 5},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"winner": "Ann"}, {"winner": "Bob"}, {"first_colour": "Ann", "first_both": "Ann"},
    ...         {"winner": "Ann"}]}))
    >>> [(row.rank, row.player, row.figures["points"]) for row in answer.rows], answer.winner
    ([(1, 'Ann', 6), (2, 'Bob', 2), (3, 'Cid', 0)], 'Ann')
"""

from __future__ import annotations

from tablekeeper.formats.triathlon.rules import Triathlon

__all__ = ["Triathlon"]
