"""Grand Prix and Grand Prix Plus: a fixed number of games with points for places; most points win.

In a Grand Prix every colour scores by its place and the tariff, and the first player with both colours home
gets a bonus. In a Grand Prix Plus players score in the order in which they bring both colours home. There
are no tie-breaks: if leaders are level, all three play counted extra games until one leads. The event ends
early when the winner is certain.
Source: docs/rules/races.md, "Grand Prix".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> colours = {"Ann": ["red", "blue"], "Bob": ["green", "black"], "Cid": ["yellow", "white"]}
    >>> answer = standings(Cursor({"format": "grand-prix", "options": {"games": 3, "colours": colours},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"order": ["red", "white", "black", "green", "blue", "yellow"]}]}))
    >>> [(row.rank, row.player, row.figures["gpp"]) for row in answer.rows]
    [(1, 'Ann', 12), (2, 'Bob', 9), (3, 'Cid', 7)]
"""

from __future__ import annotations

from tablekeeper.formats.grand_prix.rules import GrandPrix, GrandPrixPlus

__all__ = ["GrandPrix", "GrandPrixPlus"]
