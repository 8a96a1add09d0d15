"""A duel of pawns: two players, 2T games at one board, until one has enough counted pawns.

A win is worth the winner's 4 pawns; the loser's counted pawns also count. Players who are level at the target
play on.

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
