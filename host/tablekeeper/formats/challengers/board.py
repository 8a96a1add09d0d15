"""Challengers at a board: Game 0 is a 3T-XS race of all three, the others are duels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablekeeper.formats.board import STOPPED
from tablekeeper.formats.challengers.course import course
from tablekeeper.formats.colours import Colours, earlier
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace

_GAME_ZERO = "3T-XS"


class ChallengersBoard(RaceBoard):
    """The rules of the duels are an option; Game 0 does not count.

    The winner of a counted game keeps the colours, and the next player gets the loser's colours.
    """

    keeps_by_rule: ClassVar[bool] = True

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Return the name of a game's rules."""
        return super().rules(event, pairing) if self.is_counted(pairing) else _GAME_ZERO

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours that follow from the last duel with known colours and all later duels."""
        games = [*(duel.players for duel in course(event).duels), tuple(pairing["players"])]
        winners = [duel.winner for duel in course(event).duels]
        for known in earlier(event.colours, pairing):
            first = known.game - 1
            if not known.game or set(known.colours) != set(games[first]):
                # skip Game 0, and a game that other players replayed after an undo
                continue
            colours = dict(known.colours)
            for number, winner in enumerate(winners[first:], first):
                [free] = [colours.pop(name) for name in games[number] if name != winner]
                [comes] = set(games[number + 1]) - {winner}
                colours[comes] = free
            return {name: colours[name] for name in pairing["players"]}
        return None

    def plays(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the game is played at a board; a Game 0 of two players is not."""
        return super().plays(pairing) and (self.is_counted(pairing) or len(pairing["players"]) > 2)

    def is_counted(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the game is a duel."""
        return pairing.get("game") != 0

    def race_results(
        self, fields: Sequence[Option], pairing: Mapping[str, Any], race: FinishedRace
    ) -> list[dict[str, Any]]:
        """Return the order of Game 0, and the winner of a duel."""
        if race.rules != _GAME_ZERO:
            return super().race_results(fields, pairing, race)
        players = pairing["players"]
        if race.how == STOPPED:
            return []
        return [{"game": 0, "order": [players[race.owner[colour]] for colour in race.order]}]
