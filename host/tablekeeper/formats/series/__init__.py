"""Series (2T, 2T-XL): first to x wins for two players; every game has one winner.

Source: docs/rules/races.md, "Single games" and "Double-Threat Rankings": every double-threat event of more
than one counted game is a ranking event.

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "series", "options": {"first_to": 3, "rules": "2T-XL"},
    ...     "players": ["Ann", "Bob"], "results": [{"winner": "Bob"}, {"winner": "Ann"}, {"winner": "Bob"}]}))
    >>> [(row.rank, row.player, row.figures["won"]) for row in answer.rows], answer.next
    ([(1, 'Bob', 2), (2, 'Ann', 1)], ({'game': 4, 'players': ['Ann', 'Bob']},))
"""

from __future__ import annotations

from tablekeeper.formats.series.rules import TwoPlayerSeries

__all__ = ["TwoPlayerSeries"]
