"""Leagues by 2T-XL rules: a game ends with both colours completed, and completed colours count.

Source: docs/rules/races.md, "League", possible scores.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "league-2t-xl", "options": {}, "players": ["A", "B", "C"],
    ...     "results": [{"players": ["A", "B"], "winner": "B", "pawns": [5, 8], "colours": [1, 2],
    ...                  "minutes": 61.5}]}))
    >>> [(row.rank, row.player, row.figures["colours_for"]) for row in answer.rows]
    [(1, 'B', 2), (2, 'A', 1), (2, 'C', 0)]
"""

from __future__ import annotations

from tablekeeper.formats.league_xl.rules import LeagueXl

__all__ = ["LeagueXl"]
