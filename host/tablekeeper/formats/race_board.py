"""Pawn races at a board: the games of an event follow each other there.

Source: docs/formats.md, "A result is ..." of each format; docs/rules/races.md, "Single games".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablecore import records
from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import STOPPED, EventBoard, Seating, named_players
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.games.race.facts import FinishedRace
from tableprograms.race import rules as racerules

#: ms of a tenth of a minute
_TENTH = 6_000
#: most that a row of a set-up holds
_MOST_WINS = 255


class RaceBoard(EventBoard):
    """Races by the same rules; the board goes on counting wins where the format `counts_wins`."""

    one_board: ClassVar[bool] = True

    def __init__(self, *rules: str, counts_wins: bool = False) -> None:
        """Take the rules of the games; where there are several, a subclass says which are whose."""
        self.race_rules = rules
        self.counts_wins = counts_wins

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Name the rules of a game, as tableprograms.race.rules.NAMES has them."""
        return self.race_rules[0]

    def lineup(self, event: Event, names: Sequence[str], rules: str) -> int:
        """Return whose the colours are, packed as the board's set-up has it."""
        packed: int = racerules.usual(racerules.NAMES.index(rules))
        return packed

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether anybody is to play."""
        return bool(named_players(pairing))

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return a race for the players of the pairing, with the wins they have."""
        names = named_players(pairing)
        rules = self.rules(event, pairing)
        wins = (0, 0, 0)
        if self.is_counted(pairing):
            won = {row.player: row.figures["won"] for row in answer.rows}
            found = [min(_MOST_WINS, won[name]) for name in names]
            one, two, three = (*found, 0, 0)[:3]
            wins = (one, two, three)
        rows = ((records.LINEUP, *wins, self.lineup(event, names, rules), 0),)
        return Seating("race", names, answers={"rules": rules}, rows=rows)

    def is_counted(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether a game counts, and the board shows the wins before it."""
        return self.counts_wins

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return who has won, with pawns, colours and minutes where the format has fields for them."""
        if how == STOPPED or winner is None:
            return []
        players = list(pairing["players"])
        keys = {field.key for field in fields}
        told = {
            "players": players,
            "winner": players[winner],
            "pawns": list(race.pawns),
            "colours": list(race.completed),
            # whole tenths: what is compared are full minutes
            "minutes": race.time_ms // _TENTH / 10,
            "stage": pairing.get("stage"),
        }
        return [{key: value for key, value in told.items() if key in keys and value is not None}]
