"""A league at a board: in a playoff round the colours stay, in a round-robin nobody keeps any."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from tablekeeper.formats.colours import Colours
from tablekeeper.formats.event import Event
from tablekeeper.formats.race_board import RaceBoard


class LeagueBoard(RaceBoard):
    """The higher seed chooses colours for a whole round of the playoffs."""

    keeps_by_rule: ClassVar[bool] = True

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours of this round of the playoffs, if one of its games has any."""
        return super().kept(event, pairing) if "stage" in pairing else None
