"""The rules: valid results, the standings, the next games, and the end of the event."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tablekeeper.formats.completion import GivenResult
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.board import LeagueBoard
from tablekeeper.formats.league.futures import losers_games
from tablekeeper.formats.league.rules import League
from tablekeeper.formats.league_xl.ranking import LeagueXlRanking
from tablekeeper.formats.option import Option
from tablekeeper.formats.preset import Preset
from tablekeeper.languages import _
from tablekeeper.strictjson import Cursor
from tablekeeper.text import alternatives


class LeagueXl(League):
    """A league by 2T-XL rules: a game ends with both colours completed, 8 to 0-7 counted pawns."""

    key = "league-2t-xl"
    listed = 20
    title = _("League (2T-XL)")
    presets = (
        Preset("league-2t-xl-final", _(
            "2T-XL league, two double round-robins, final of the best two to 2 wins"),
               {"drr": 2, "playoffs": "top2", "final_to": 2},
               ("drr", "playoffs", "final_to", "head_start")),
        Preset("league-2t-xl-playoffs", _("2T-XL league, qualifying round and final with all three"),
               {"drr": 1, "playoffs": "all", "qualifying_to": 2, "final_to": 3},
               ("drr", "playoffs", "qualifying_to", "final_to", "head_start")),
    )  # fmt: skip
    ranking = LeagueXlRanking(lambda event: LeagueXl().course(event))
    board = LeagueBoard("2T-XL")
    result = (
        *League.result[:2],
        Option("pawns", _("Counted pawns"), "wholes", None, low=0, won=8),
        Option("colours", _("Completed colours"), "wholes", None, low=0, high=2, empty=True, won=2,
               help=_("Only a loser with 4 to 6 pawns is asked: 0 or 1.")),
        *League.result[3:],
    )  # fmt: skip
    extra_large = True
    _won = 8

    def completed(self, event: Event, given: GivenResult) -> Mapping[str, Any]:
        """Return a result; add the completed colours if they follow from the pawns."""
        found = super().completed(event, given)
        pawns = found.get("pawns")
        if "colours" in found or not isinstance(pawns, list) or len(pawns) != 2 or self._won not in pawns:
            return found
        seat = pawns.index(self._won)
        possible = _possible(pawns[1 - seat])
        if len(possible) != 1:
            return found
        colours = [possible[0], possible[0]]
        colours[seat] = 2
        return {**found, "colours": colours}

    def _colours(
        self, fields: Mapping[str, Cursor], pair: tuple[str, ...], winner: str, lost: int
    ) -> tuple[int, int]:
        possible = _possible(lost)
        if "colours" not in fields:
            raise Cursor(None, fields["pawns"].path.replace("pawns", "colours")).refuse(
                "is missing; a loser with %(lost)s pawns has completed %(str)s",
                lost=lost, str=alternatives(map(str, possible)),
            )
        won, other = self._pair(fields["colours"], pair, winner)
        if won != 2 or other not in possible:
            wanted = alternatives(map(str, possible))
            raise fields["colours"].refuse(
                "the winner has 2 completed colours, a loser with %(lost)s pawns %(wanted)s",
                lost=lost, wanted=wanted,
            )
        return won, other


def _possible(lost: Any) -> list[int]:
    """Return the possible numbers of completed colours of a loser with `lost` pawns."""
    # a colour has four pawns: under four pawns complete no colour, seven always complete one
    return [colours for pawns, colours in losers_games(2) if pawns == lost]
