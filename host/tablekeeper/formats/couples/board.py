"""Couples at a board: in phase 2 both couples consult."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import Seating, named_players
from tablekeeper.formats.event import Event
from tablekeeper.formats.match_board import MatchBoard, match_seating


class CouplesBoard(MatchBoard):
    """A match between two players, or between two couples."""

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of a match; in phase 2 the two players of a couple share a seat."""
        if pairing.get("phase") != 2:
            return super().seating(event, answer, pairing, length)
        members: Mapping[str, Any] = event.options["couples"].value
        names = tuple(" & ".join(members[couple]) for couple in named_players(pairing))
        return match_seating(names, self.length(pairing, length), consultation=True)
