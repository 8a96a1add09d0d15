"""Challengers: first to x wins, three players at a two-player board; the winner stays, the loser sits out.

Game 0 does not count and decides who begins: its first and second place play Game 1. The winner of a
counted game keeps seat and colours, the loser sits out exactly one counted game.
Source: docs/rules/races.md, "Challengers".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "challengers", "options": {"first_to": 4},
    ...     "players": ["Ann", "Bob", "Cid"],
    ...     "results": [{"game": 0, "order": ["Ann", "Cid", "Bob"]},
    ...         {"players": ["Ann", "Cid"], "winner": "Cid"}]}))
    >>> [(row.rank, row.player, row.figures["won"]) for row in answer.rows], answer.next
    ([(1, 'Cid', 1), (2, 'Ann', 0), (2, 'Bob', 0)], ({'game': 2, 'players': ['Cid', 'Bob']},))
"""

from __future__ import annotations

from tablekeeper.formats.challengers.rules import Challengers

__all__ = ["Challengers"]
