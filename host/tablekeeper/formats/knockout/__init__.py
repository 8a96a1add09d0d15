"""Backgammon knockout: a random Main draw, a Progressive Consolation, a Last Chance, late arrivals.

Source: docs/rules/backgammon.md, "Events". docs/formats.md lists our decisions on points that these rules
leave open.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def match(name, players, winner, score):
    ...     return {"match": name, "players": players, "winner": winner, "score": score}
    >>> answer = standings(Cursor({"format": "knockout", "options": {"length": [5, 7]},
    ...     "players": ["Ann", "Bob", "Cid", "Dan"],
    ...     "results": [match("A1", ["Ann", "Bob"], "Bob", [3, 5]),
    ...         match("A2", ["Cid", "Dan"], "Cid", [5, 0]), match("B1", ["Bob", "Cid"], "Cid", [6, 7])]}))
    >>> [(row.rank, row.player, row.figures["won"]) for row in answer.rows], answer.winner
    ([(1, 'Cid', 2), (2, 'Bob', 1), (3, 'Ann', 0), (3, 'Dan', 0)], 'Cid')
"""

from __future__ import annotations

from tablekeeper.formats.knockout.rules import Knockout

__all__ = ["Knockout"]
