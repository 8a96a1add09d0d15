"""Backgammon at a board: a match to N points between two, or one game with the cube.

Source: docs/formats.md, "A result is ..." of each format; docs/rules/backgammon.md, "Events".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tablekeeper.errors import UserError
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import SETTLED, EventBoard, Seating, named_players
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.games.backgammon.facts import BackgammonGame

if TYPE_CHECKING:
    from tablekeeper.games.view import FinishedGame

#: names of game kinds in results; a dropped double is the loss of a single game
_KINDS = {"single": "single", "drop": "single", "gammon": "gammon", "backgammon": "backgammon"}
_POINTS = {"single": 1, "gammon": 2, "backgammon": 3}


def match_seating(names: tuple[str, ...], length: int, consultation: bool = False) -> Seating:
    """Return the set-up of a match to `length` points, 0: one game without a limit; pairs may consult."""
    answers = {
        "length": str(length), "crawford": "yes" if length else "no",
        "consultation": "yes" if consultation else "no",
    }  # fmt: skip
    return Seating("backgammon", names, answers)


class MatchBoard(EventBoard):
    """A match of backgammon between two; `points` is the length if all matches of a format have the same."""

    def __init__(self, points: int | None = None, single_game: bool = False) -> None:
        self._points = points
        self.single_game = single_game
        self.asks_length = points is None and not single_game

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the pairing names two players."""
        return len(named_players(pairing)) == 2

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of the pair's match; the pairing or the director gives the length."""
        return match_seating(named_players(pairing), self.length(pairing, length))

    def length(self, pairing: Mapping[str, Any], length: int | None) -> int:
        """Return the length of a match, 0 for one game without a limit; refuse an unknown length."""
        if self.single_game:
            return 0
        found = pairing.get("length", self._points) if length is None else length
        if found is None:
            raise UserError("The event does not set the length of its matches: write the length of this "
                            "match.")
        return int(found)

    def match_result(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        match: int,
        winner: int,
        score: Sequence[int],
        games: Sequence[FinishedGame],
    ) -> dict[str, Any] | None:
        """Return a finished match in the fields of the format.

        Copy the pairing's fields (its match, round or phase) into the result if the format has them. A
        format that numbers its matches gets the table's number for a pairing without a number.
        """
        keys = {field.key for field in fields}
        if any(field.key == "match" and field.kind == "whole" for field in fields):
            pairing = {"match": match, **pairing}
        players = list(pairing["players"])
        told: dict[str, Any] = {"players": players, "winner": players[winner], "score": list(score)}
        if keys & {"kind", "points", "cube"}:
            # the format counts one game, not a match, so the game's kind must be known
            if len(games) != 1 or games[0].how not in SETTLED:
                return None
            game = games[0].details
            if not isinstance(game, BackgammonGame) or game.kind not in _KINDS:
                return None
            kind = _KINDS[game.kind]
            told |= {"kind": kind, "points": _POINTS[kind], "cube": game.cube}
        if not {"players", "winner"} <= keys:
            return None
        # the finished match is no longer a started one
        keys -= {"started"}
        return {key: value for key, value in {**pairing, **told}.items() if key in keys}
