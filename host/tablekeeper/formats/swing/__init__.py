"""Swing: everybody starts with equal Victory Points; random single games until one player holds them all.

A game moves points x cube x CPP from the loser to the winner. The CPP is fixed for a round and rises from
round to round; its ladder is an option, and the last step stays. A player with less than the CPP plays
all-in: the smaller holding is the stake. Nobody loses more than they hold. With an odd number of players
one of them waits, first the players who have waited least.
Source: docs/rules/backgammon.md, "Swing".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "swing", "options": {"stake": 6000, "cpp": [300, 500]},
    ...     "players": ["Ann", "Bob"],
    ...     "results": [{"players": ["Ann", "Bob"], "winner": "Ann", "points": 2, "cube": 4, "round": 1}]}))
    >>> [(row.rank, row.player, row.figures["vp"]) for row in answer.rows]
    [(1, 'Ann', 8400), (2, 'Bob', 3600)]
"""

from __future__ import annotations

from tablekeeper.formats.swing.rules import Swing

__all__ = ["Swing"]
