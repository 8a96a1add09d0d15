"""Tara match play: two players and two games, or two partnerships and four; every player starts one game.

A result is a list of a game's turns; the engine plays them and refuses the first illegal one. The last game
may still be in progress and does not count yet. Most points win, and a drawn match stays drawn.
Source: docs/rules/tara.md, "Match", "Doubles", "Scoring".

    >>> from tablekeeper.formats import standings
    >>> from tablekeeper.strictjson import Cursor
    >>> answer = standings(Cursor({"format": "tara", "players": ["Ann", "Bob"],
    ...     "results": [{"moves": ["D4", "C4", "E6"]}]}))
    >>> [(row.rank, row.player, row.figures["points"]) for row in answer.rows], answer.next
    ([(1, 'Ann', 0), (1, 'Bob', 0)], ({'game': 1, 'players': ['Ann', 'Bob'], 'turn': 'Bob'},))
"""

from __future__ import annotations

from tablekeeper.formats.tara.rules import Tara

__all__ = ["Tara"]
