"""A duel of pawns: two players, 2T games at one board, until one has enough counted pawns.

A win is worth the 4 pawns of the winner; the loser keeps those counted as well. Who is level at the target
plays on.

    >>> from clubduel import ClubDuel
    >>> from tablekeeper.strictjson import Cursor
    >>> duel = ClubDuel()
    >>> event = duel.read(Cursor({"format": "club-duel", "options": {"target": 8}, "players": ["Ann", "Bob"],
    ...     "results": [{"players": ["Ann", "Bob"], "winner": "Bob", "pawns": [3, 4]}]}))
    >>> [(row.rank, row.player, row.figures["pawns"]) for row in duel.answer(event).rows]
    [(1, 'Bob', 4), (2, 'Ann', 3)]
"""

from clubduel.rules import ClubDuel

__all__ = ["ClubDuel"]
