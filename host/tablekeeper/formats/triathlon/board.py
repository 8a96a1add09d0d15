"""A TripleAthlon at a board: the rules take turns, so the board must know the game's number in the series."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablekeeper.formats.answer import Answer
from tablekeeper.formats.board import Seating, named_players
from tablekeeper.formats.colours import Colours, earlier
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard, by_player, lineup_row, seats_of
from tablekeeper.games.race.facts import FinishedRace
from tablekeeper.games.race.lineup import Lineup
from tableprograms.race import rules as racerules


class TriathlonBoard(RaceBoard):
    """Games by 3T, 3T+ and GP rules in turn."""

    ends_early: ClassVar[str] = "first_both"
    only_for_three: ClassVar[bool] = True

    def seating(
        self, event: Event, answer: Answer, pairing: Mapping[str, Any], length: int | None
    ) -> Seating:
        """Return the set-up of the next game of the series."""
        if not self.plays(pairing):
            return super().seating(event, answer, pairing, length)
        order = {"rules": "TA", "order": " ".join(event.options["rotation"])}
        lineup, games = self.lineup(event, pairing), int(pairing["game"]) - 1
        return Seating("race", lineup.players, order, (lineup_row(lineup),), games, lineup)

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Return the name of a game's rules."""
        rotation = event.options["rotation"]
        rules: str = rotation[(pairing["game"] - 1) % len(rotation)]
        return rules

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the previous game's colours; if the rules place allies differently, keep the first one."""
        names = named_players(pairing)
        before = next(iter(earlier(event.colours, pairing)), None)
        if before is None or set(before.colours) != set(names):
            return None
        rules = self.rules(event, before.pairing)
        owner = seats_of(Lineup(rules, names, tuple(before.colours[name] for name in names)))
        number = racerules.NAMES.index
        turned = racerules.turned(owner, number(rules), number(self.rules(event, pairing)))
        return by_player(racerules.unpack(turned), names)

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the winner; for a GP game the first player with one colour and with both colours home.

        Nobody has both colours home if the first colour has ended the game, or if it was stopped.
        """
        if race.rules != "GP":
            return super().race_results(fields, pairing, race)
        if not race.order:
            return []
        players = pairing["players"]
        first = {"first_colour": players[race.owner[race.order[0]]]}
        whole = [first | {"first_both": players[race.finishers[0]]}] if race.finishers else []
        return [*whole, first]
