"""The course of a league: its games, slots of the schedule, playoffs, and departures.

A player who leaves is placed behind the others. The director rules on the player's open games in the
round-robins: the others win them to nothing, or no game of that player counts. If the player leaves before
the first result of the playoffs, the two others play the final. After it, the opponent wins the round.
Source: docs/rules/races.md, "League" and "Who leaves".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tablekeeper.formats.departure import ABSENT, Leavers
from tablekeeper.formats.league.lots import LeagueLots
from tablekeeper.formats.league.playoffs import Series
from tablekeeper.formats.league.table import LeagueDice, LeagueGame
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Standing
from tablekeeper.strictjson import Cursor

#: games of a double round-robin
ROBIN = 6
#: what happens to the games of a player who leaves
WALKOVERS, REMOVED = "walkovers", "removed"
RULINGS = {
    WALKOVERS: _("the others win each open game to nothing"),
    REMOVED: _("no game of the player counts"),
}


@dataclass(slots=True)
class LeagueCourse:
    """A league so far: counted games, used slots, the final table when it exists, and the playoffs."""

    leavers: Leavers
    games: list[LeagueGame] = field(default_factory=list)
    #: pairs of the slots that are played, cancelled or settled by a departure, in order
    slots: list[frozenset[str]] = field(default_factory=list)
    #: for each slot the number of its result, from 0
    sources: list[int] = field(default_factory=list)
    cancelled: list[tuple[str, ...]] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    standings: tuple[Standing, ...] = ()
    final: bool = False
    series: list[Series] = field(default_factory=list)
    dice: LeagueDice = field(default_factory=LeagueDice)
    lots: LeagueLots = field(default_factory=LeagueLots)

    def use(self, pair: Sequence[str], source: int) -> None:
        """Mark a slot of the schedule as used."""
        self.slots.append(frozenset(pair))
        self.sources.append(source)

    def has_fixtures(self, number: int) -> bool:
        """Return whether a double round-robin (from 0) has fixtures: it may have begun without lots.

        After a departure the two remaining players need no positions.
        """
        begun = number < len(self.lots.positions) or number * ROBIN < len(self.slots)
        return begun or bool(self.leavers.gone)

    def seeds(self) -> tuple[str, ...] | None:
        """Return the players in order of the final table, None while it is open or places are shared."""
        if not self.final or len({standing.rank for standing in self.standings}) < len(self.standings):
            return None
        return tuple(standing.player for standing in self.standings)

    def leave(
        self, result: Cursor, source: int, left: Sequence[tuple[str, str]], full: tuple[int, int], over: bool
    ) -> None:
        """Record a departure; `left` are the open pairs, `full` is a winner's number of pawns and colours."""
        fields = result.fields((ABSENT, "ruling"), (ABSENT, "ruling"))
        ruling = fields["ruling"].choice(tuple(RULINGS))
        if ruling == REMOVED and self.series and not over:
            raise fields["ruling"].refuse("the playoffs are being played: rule walkovers")
        player = self.leavers.take(result, over, ("ruling",))
        if player is None:
            return
        if self.series:
            if player in self.series[-1].players:
                self.series[-1].left = player
            return
        self.dice.left = True
        if ruling == REMOVED:
            self.removed.append(player)
            self.games = [game for game in self.games if not game.has(player)]
        for pair in left:
            if player in pair:
                self.use(pair, source)
                other = pair[1] if player == pair[0] else pair[0]
                if ruling == WALKOVERS:
                    self.games.append(LeagueGame(other, player, (full[0], 0), (full[1], 0)))
