"""Grand Prix and Grand Prix Plus: a fixed number of games, points for places; most points wins.

In a Grand Prix every colour's place scores by the tariff, and the first player with both colours home a
bonus. In a Grand Prix Plus the players' order with both colours home scores. There are no tie-breaks:
level leaders play counted extra games, all three taking part, until one leads. A winner who is certain
before the end ends the event.
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
