"""A Challengers in the rankings."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.event import Event
from tablekeeper.formats.ranking import Ranking, Unit, by_rank, count_wins
from tablekeeper.rankings.rules import Part, Version


class ChallengersRanking(Ranking):
    """One unit of the duels; Game 0 counts for nothing."""

    part: Part = "double-threat"

    def units(self, event: Event, answer: Answer, rules: Version) -> Sequence[Unit]:
        """Return one unit: a win is a duel won."""
        winners = [result.value["winner"] for result in event.results[1:]]
        return [Unit(event.options["rules"], count_wins(event.players, winners), by_rank(answer))]
