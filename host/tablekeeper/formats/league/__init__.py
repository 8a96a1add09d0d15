"""Leagues by 2T and 2T-XL rules: three players, double round-robins, and playoffs if wanted.

Source: docs/rules/races.md, "League".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> def game(one, other, pawns):
    ...     winner = one if pawns[0] == 4 else other
    ...     return {"players": [one, other], "winner": winner, "pawns": pawns, "minutes": 30}
    >>> answer = standings(Cursor({"format": "league-2t", "options": {}, "players": ["A", "B", "C"],
    ...     "results": [game("A", "B", [4, 0]), game("C", "A", [4, 2]), game("B", "C", [2, 4]),
    ...     game("B", "A", [4, 2]), game("A", "C", [4, 2]), game("C", "B", [1, 4])]}))
    >>> [(row.rank, row.player, row.decided_by) for row in answer.rows]  # doctest: +NORMALIZE_WHITESPACE
    [(1, 'A', '4 overall counted pawns difference'), (2, 'B', '2 head-to-head counted pawns difference'),
     (3, 'C', None)]
"""

from __future__ import annotations

from tablekeeper.formats.league.rules import League

__all__ = ["League"]
