"""The rules: a Championship between two players; an option sets the rules of a single game."""

from __future__ import annotations

from collections.abc import Iterable

from tablekeeper.formats.championship.rules import Championship
from tablekeeper.formats.departure import departed
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.formats.ranking import DuelRanking, Rated, rated_pair
from tablekeeper.languages import _


class TwoPlayerSeries(Championship):
    """A series of two players; it needs two wins, because an event of one counted game is not ranked."""

    key = "series"
    listed = 35
    title = _("Series (2T, 2T-XL)")
    asks = ("first_to", "rules")
    presets = (Preset("series-3", _("Series of two players, first to 3 wins"), {"first_to": 3}),)
    ranking = DuelRanking()
    board = RaceBoard("2T", "2T-XL", counts_wins=True)
    options = (
        Option("first_to", _("Wins needed"), "whole", None, low=2, needed=True, help=_("At least 2.")),
        Option("rules", _("Rules of a single game"), "choice", "2T", choices=("2T", "2T-XL")),
    )
    result = (Championship.result[0], departed(_("The other player wins the series.")))
    least = 2
    most = 2

    def rated(self, event: Event) -> Iterable[Rated]:
        """Return every game."""
        return [rated_pair(winner, players) for winner, players in self._course(event).games]
