"""Tric Trac Tourney: a round robin of cubeless one-point games; every played loss is worth half a point.

A win is worth 1, a gammon 2, a backgammon 3. A timeout is worth 0, and the opponent gets the value of the
position. A player with too many timeouts is removed with all games. Two level leaders are separated by
their game, more than two by most wins among them, else by a mini-TTT.
Source: docs/rules/ttt.md.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def won(match, winner, loser, kind):
    ...     return {"match": match, "players": [winner, loser], "winner": winner, "kind": kind}
    >>> answer = standings(Cursor({"format": "ttt", "options": {}, "players": ["Ann", "Bob", "Cid"],
    ...     "results": [won(1, "Ann", "Bob", "gammon"), won(2, "Bob", "Cid", "single"),
    ...         won(3, "Cid", "Ann", "single")]}))
    >>> [(row.rank, row.player, str(row.figures["points"])) for row in answer.rows], answer.winner
    ([(1, 'Ann', '2.5'), (2, 'Bob', '1.5'), (2, 'Cid', '1.5')], 'Ann')
"""

from __future__ import annotations

from tablekeeper.formats.ttt.rules import Ttt

__all__ = ["Ttt"]
