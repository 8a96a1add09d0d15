"""TripleAthlon: games by 3T, 3T+ and GP rules in turn, for a points target.

A 3T or 3T+ game is worth 2 points to its winner. In a GP game one point goes to the player whose colour
finishes first and one to the first player with both colours home. The GP game ends once both are known;
if the first colour takes its player to the target and nobody else can still reach it in this game, game
and event end at once. Level leaders at the target play extra games under the rules next in line.
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
