"""A match of TARA at a board, which counts the games; people enter the moves of a result by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import EventBoard, Seating, named_players
from tablekeeper.formats.event import Event
from tablekeeper.games.tara.rules import LINKED


class TaraBoard(EventBoard):
    """Two players, or two partnerships whose members sit opposite each other."""

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the pairing names players."""
        return bool(named_players(pairing))

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of a game by the rules of the event."""
        names, options = named_players(pairing), event.options
        return Seating(
            "tara",
            names,
            answers={
                "seats": str(len(names)),
                "level": str(options["level"]),
                "linked": "yes" if len(names) == 4 and options["opening"] == LINKED else "no",
                "op0": "yes" if options["op0_builds"] else "no",
            },
        )
