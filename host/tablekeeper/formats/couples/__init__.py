"""Couples: encounters of two pairs in three phases, five matches in all.

Phase 1: A1 plays B2, and A2 plays B1. Phase 2: A plays B; partners consult at one board. Phase 3: A1 plays
B1, and A2 plays B2. The couple with most matches wins the encounter; if level, the difference of points
decides. Every couple meets every other couple.
Source: docs/rules/backgammon.md, "Couples".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def match(phase, players, winner, score):
    ...     pairing = {"couples": ["A", "B"], "phase": phase, "players": players}
    ...     return pairing | {"winner": winner, "score": score}
    >>> answer = standings(Cursor({"format": "couples",
    ...     "options": {"couples": {"A": ["a1", "a2"], "B": ["b1", "b2"]}}, "players": ["A", "B"],
    ...     "results": [match(1, ["a1", "b2"], "a1", [5, 3]), match(1, ["a2", "b1"], "b1", [2, 5]),
    ...         match(2, ["A", "B"], "A", [5, 0]), match(3, ["a1", "b1"], "a1", [5, 4]),
    ...         match(3, ["a2", "b2"], "b2", [1, 5])]}))
    >>> [(row.rank, row.player, row.figures["won"]) for row in answer.rows], answer.winner
    ([(1, 'A', 1), (2, 'B', 0)], 'A')
"""

from __future__ import annotations

from tablekeeper.formats.couples.rules import Couples

__all__ = ["Couples"]
