"""An XLeague (2T-XL) in the rankings: one unit for each pair of double round-robins and for the playoffs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import groupby
from typing import TYPE_CHECKING, Any

from tablekeeper.formats.answer import Answer, Groups, grouped
from tablekeeper.formats.departure import ABSENT, presence
from tablekeeper.formats.event import Event
from tablekeeper.formats.league.course import ROBIN, LeagueCourse
from tablekeeper.formats.league.options import minutes_of, restart_of
from tablekeeper.formats.league.ranking import LeagueRanking
from tablekeeper.formats.league.table import LeagueGame, criteria
from tablekeeper.formats.ranking import Unit, by_rank, count_wins
from tablekeeper.languages import _
from tablekeeper.standings.ranking import rank

if TYPE_CHECKING:
    from tablekeeper.rankings.rules import Version

#: double round-robins of one unit
_PAIR = 2
_STYLE = "2T-XL"


class LeagueXlRanking(LeagueRanking):
    """Several units; each is complete before the next begins."""

    running = True

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return the complete units in order of play."""
        course = self.course(event)
        playoffs = [result.value for result in event.results if result.has("stage")]
        robins = event.options["drr"]
        throwing = any("dice" in one for one in answer.next)
        found = []
        for first in range(0, robins, _PAIR):
            last = min(first + _PAIR, robins)
            taken = _taken(course, first, last)
            if len(taken) < (last - first) * ROBIN or (throwing and robins <= _PAIR):
                break
            complete = max(taken) + 1
            gone, removed = _left(course, event, complete)
            results = [event.results[source] for source in taken]
            played = [
                one.value for one in results if one.has("players") and not set(one.value["players"]) & removed
            ]
            if not played:
                # all was determined before: a unit without a played game does not count
                continue
            label = (
                _("round-robins %(first)s and %(last)s", first=first + 1, last=last)
                if last - first == _PAIR
                else _("round-robin %(last)s", last=last)
            )
            places = grouped(answer.rows) if robins <= _PAIR else _table(event, played, gone)
            label = label if robins > _PAIR or event.options["playoffs"] != "none" else ""
            wins = count_wins(event.players, (one["winner"] for one in played))
            found.append(Unit(_STYLE, wins, places, label=label, results=complete))
        if playoffs and answer.over:
            played_on = {player for one in playoffs for player in one["players"]}
            played_on |= {player for one in course.series for player in one.players}
            players = [player for player in event.players if player in played_on]
            places = [group for group in by_rank(answer) if played_on.issuperset(group)]
            wins = count_wins(players, (one["winner"] for one in playoffs))
            found.append(Unit(_STYLE, wins, places, label="playoffs", results=len(event.results)))
        return found


def _taken(course: LeagueCourse, first: int, last: int) -> list[int]:
    """Return the numbers of the existing results for the slots of the round-robins `first` to `last`.

    Round-robins are played one after another. A departure fills later slots, too, so after it the slots
    are counted for each pair.
    """
    if not course.leavers.gone:
        return course.sources[first * ROBIN : last * ROBIN]
    found = []
    for pair in set(course.slots):
        own = [source for slot, source in zip(course.slots, course.sources, strict=True) if slot == pair]
        found += own[2 * first : 2 * last]
    return sorted(found)


def _left(course: LeagueCourse, event: Event, results: int) -> tuple[list[str], set[str]]:
    """Return the players who had left, and those with removed games, after this number of results."""
    before = [result.value.get(ABSENT) for result in event.results[:results]]
    gone = [player for player in course.leavers.gone if player in before]
    return gone, {player for player in course.removed if player in gone}


def _table(event: Event, played: Sequence[Mapping[str, Any]], gone: Sequence[str]) -> Groups:
    # the league's own steps over the games of these round-robins, without dice
    games = [_game(event, one) for one in played]
    steps = [presence(gone), *criteria(games, True, None)]
    standings = rank(event.players, steps, restart_of(event.options))
    return [[one.player for one in group] for _, group in groupby(standings, key=lambda one: one.rank)]


def _game(event: Event, one: Mapping[str, Any]) -> LeagueGame:
    winner = one["winner"]
    pair = one["players"]
    first = pair[0] == winner
    pawns, colours = (tuple(one[key] if first else one[key][::-1]) for key in ("pawns", "colours"))
    minutes = minutes_of(event.options, Decimal(str(one["minutes"]))) if "minutes" in one else None
    return LeagueGame(winner, pair[1] if first else pair[0], pawns, colours, minutes)
