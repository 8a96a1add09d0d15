"""An XLeague (2T-XL) in the rankings: each pair of double round-robins is a unit, the playoffs another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.ranking import LeagueRanking, playoff_places
from tablekeeper.formats.league.table import LeagueGame, criteria
from tablekeeper.formats.ranking import Groups, Unit, by_rank, count_wins
from tablekeeper.rankings.rules import Version
from tablekeeper.standings.ranking import rank

#: double round-robins of one unit, and games of one
_PAIR = 2
_ROBIN = 6
_STYLE = "2T-XL"


class LeagueXlRanking(LeagueRanking):
    """Several units, each complete before the next begins."""

    running = True

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return the complete units in the order in which they were played."""
        # playoffs are the last results, so a round-robin's number is that of a result
        slots = [result.value for result in event.results if "stage" not in result.value]
        playoffs = [result.value for result in event.results if "stage" in result.value]
        robins = event.options["drr"]
        throwing = any("dice" in one for one in answer.next)
        found = []
        for first in range(0, robins, _PAIR):
            last = min(first + _PAIR, robins)
            if len(slots) < last * _ROBIN or (throwing and robins <= _PAIR):
                break
            played = [one for one in slots[first * _ROBIN : last * _ROBIN] if "cancelled" not in one]
            if not played:
                # all was determined before: a unit that nobody played is none
                continue
            label = f"round-robins {first + 1} and {last}" if last - first == _PAIR else f"round-robin {last}"
            places = by_rank(answer) if robins <= _PAIR else _table(event.players, played)
            label = label if robins > _PAIR or event.options["playoffs"] != "none" else ""
            wins = count_wins(event.players, (one["winner"] for one in played))
            found.append(Unit(_STYLE, wins, places, label=label, results=last * _ROBIN))
        if playoffs and answer.over:
            played_on = {player for one in playoffs for player in one["players"]}
            players = [player for player in event.players if player in played_on]
            places = playoff_places(playoffs, players) or []
            wins = count_wins(players, (one["winner"] for one in playoffs))
            found.append(Unit(_STYLE, wins, places, label="playoffs", results=len(event.results)))
        return found


def _table(players: Sequence[str], played: Sequence[Mapping[str, Any]]) -> Groups:
    # the league's own steps over the games of these round-robins, without dice
    games = [_game(one) for one in played]
    standings = rank(players, criteria(games, True, None), "after a split")
    return [[one.player for one in group] for _, group in groupby(standings, key=lambda one: one.rank)]


def _game(one: Mapping[str, Any]) -> LeagueGame:
    winner = one["winner"]
    pair = one["players"]
    first = pair[0] == winner
    pawns, colours = (tuple(one[key] if first else one[key][::-1]) for key in ("pawns", "colours"))
    minutes = int(Fraction(str(one["minutes"]))) if "minutes" in one else None
    return LeagueGame(winner, pair[1] if first else pair[0], pawns, colours, minutes)
