"""Playoff rounds of a league: first to a number of wins, with a head start for the better record.

Source: docs/rules/races.md, "League", playoffs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tablekeeper.formats.answer import StandingsRow, final_rows
from tablekeeper.formats.completions import settled
from tablekeeper.formats.departure import presence
from tablekeeper.formats.format import Futures, Need
from tablekeeper.languages import _, heading, pgettext
from tablekeeper.standings.ranking import Criterion
from tablekeeper.text import counted

QUALIFYING, FINAL = "qualifying", "final"


@dataclass(slots=True)
class Series:
    """A playoff round: first to `first_to` wins; the higher seed is named first and chooses colours."""

    stage: str
    players: tuple[str, str]
    first_to: int
    wins: dict[str, int]
    head_start: bool = False
    #: a player who has left, so the other one has won this round
    left: str | None = None

    def winner(self) -> str | None:
        """Return the player who has enough wins or whose opponent has left, None while both play."""
        if self.left is not None:
            return next(player for player in self.players if player != self.left)
        return next((player for player in self.players if self.wins[player] == self.first_to), None)

    def told(self) -> str:
        """Return the state of the round, in a sentence or two."""
        one, other = self.players
        score = f"{self.wins[one]}-{self.wins[other]}"
        name = heading(_(self.stage))
        start = _(" %(one)s began 1-0.", one=one) if self.head_start else ""
        if self.winner() is not None:
            left = _(" %(left)s has left.", left=self.left) if self.left is not None else ""
            return _(
                "%(name)s: %(winner)s wins, %(one)s %(score)s %(other)s.%(start)s%(left)s",
                name=name,
                winner=self.winner(),
                one=one,
                score=score,
                other=other,
                start=start,
                left=left,
            )
        return _(
            "%(name)s: %(one)s %(score)s %(other)s, first to %(first_to)s; %(one)s chooses colours.%(start)s",
            name=name,
            one=one,
            score=score,
            other=other,
            first_to=self.first_to,
            start=start,
        )

    def missing(self, player: str) -> int:
        """Return the number of wins that a player of this round still needs."""
        return self.first_to - self.wins[player]


def playoff_places(
    table: Sequence[StandingsRow], played: Sequence[Series], gone: Sequence[str] = ()
) -> tuple[StandingsRow, ...]:
    """Return the lines by final place: who has won the final, who has lost it, who was not in it.

    Players who are `gone` come last. What the playoffs have not decided yet follows the table. Before the
    playoffs, () is returned: the table is all there is.
    """
    if not played:
        return ()
    series = played[-1]
    final = series.players if series.stage == FINAL else ()
    winner = series.winner() if final else None
    reached = {row.player: (row.player in final) + (row.player == winner) for row in table}

    def wording(figure: int) -> str:
        if figure == 0:
            return pgettext("player of a final", "not in it")
        if winner is None:
            return pgettext("player of a final", "in it")
        return pgettext("player of a final", "won") if figure == 2 else pgettext("player of a final", "lost")

    by_final = Criterion(_("final round"), lambda level: reached, shows=wording)
    return final_rows(table, presence(gone), by_final)


def playoff_futures(
    players: Sequence[str], played: Sequence[Series], options: Mapping[str, Any], gone: Sequence[str] = ()
) -> Futures:
    """Return the possible places in the playoffs; `played` are its rounds so far, the current one last.

    A player who is `gone` is placed behind the others.
    """
    if gone:
        return settled(tuple(_need_without(player, players, played[-1], gone) for player in players))
    needs = tuple(_need(player, played, options) for player in players)
    return settled(needs)


def _need_without(player: str, players: Sequence[str], series: Series, gone: Sequence[str]) -> Need:
    # the two players left play this round for the first two places; or only one player is left
    if player in gone:
        first = len(players) - len(gone) + 1
        if first == len(players):
            return Need(player, first, first, None, _("%(player)s is third.", player=player))
        return Need(player, first, len(players), None, _("%(player)s has left.", player=player))
    there = [one for one in players if one not in gone]
    winner = there[0] if len(there) == 1 else series.winner()
    if winner is not None:
        if player == winner:
            return Need(player, 1, 1, 0, _("%(player)s has won.", player=player))
        return Need(player, 2, 2, None, _("%(player)s is second.", player=player))
    own = series.missing(player)
    return Need(
        player,
        1,
        2,
        own,
        _("%(player)s needs %(wins)s in the final.", player=player, wins=counted(own, "win"))
        if series.stage == FINAL
        else _("%(player)s needs %(wins)s in the qualifying round.", player=player, wins=counted(own, "win")),
    )


def _need(player: str, played: Sequence[Series], options: Mapping[str, Any]) -> Need:
    series = played[-1]
    winner = series.winner()
    if series.stage == FINAL:
        if player not in series.players:
            return Need(player, 3, 3, None, _("%(player)s is third.", player=player))
        if winner is not None:
            if player == winner:
                return Need(player, 1, 1, 0, _("%(player)s has won the final.", player=player))
            return Need(player, 2, 2, None, _("%(player)s has lost the final.", player=player))
        return Need(
            player,
            1,
            2,
            series.missing(player),
            _(
                "%(player)s needs %(wins)s in the final.",
                player=player,
                wins=counted(series.missing(player), "win"),
            ),
        )
    if player not in series.players:
        # a head start in the final depends on the qualifier, so only the full number of wins is certain
        wins = options["final_to"]
        return Need(
            player,
            1,
            2,
            wins,
            _("%(player)s waits for the final: %(wins)s.", player=player, wins=counted(wins, "win")),
        )
    own, final = series.missing(player), options["final_to"]
    text = _(
        "%(player)s needs %(wins)s to reach the final, and %(wins2)s there.",
        player=player,
        wins=counted(own, "win"),
        wins2=counted(final, "win"),
    )
    return Need(player, 1, 3, own + final, text)
