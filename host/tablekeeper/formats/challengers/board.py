"""Challengers at a board: Game 0 is a 3T-XS race of all three, the others are duels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from tablekeeper.formats.board import STOPPED
from tablekeeper.formats.colours import Colours, earlier
from tablekeeper.formats.event import Event
from tablekeeper.formats.option import Option
from tablekeeper.formats.race_board import RaceBoard
from tablekeeper.games.race.facts import FinishedRace

_GAME_ZERO = "3T-XS"


class ChallengersBoard(RaceBoard):
    """The rules of the duels are an option; Game 0 counts for nothing.

    The winner of a counted game keeps the colours, who comes to the board gets those of the loser.
    """

    keeps_by_rule: ClassVar[bool] = True

    def rules(self, event: Event, pairing: Mapping[str, Any]) -> str:
        """Name the rules of a game."""
        return super().rules(event, pairing) if self.is_counted(pairing) else _GAME_ZERO

    def kept(self, event: Event, pairing: Mapping[str, Any]) -> Colours | None:
        """Return the colours after the last duel whose colours are known and all duels behind it."""
        results = [result.value for result in event.results]
        for known in earlier(event.colours, pairing):
            duels = results[known.game : pairing["game"]]
            if not known.game or set(known.colours) != set(duels[0]["players"]):
                # Game 0, or others played this game after an undo
                continue
            colours = dict(known.colours)
            for duel in duels:
                [free] = [colours.pop(name) for name in duel["players"] if name != duel["winner"]]
                [comes] = set(event.players) - set(duel["players"])
                colours[comes] = free
            return {name: colours[name] for name in pairing["players"]}
        return None

    def is_counted(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether it is a duel."""
        return pairing.get("game") != 0

    def race_results(
        self,
        fields: Sequence[Option],
        pairing: Mapping[str, Any],
        race: FinishedRace,
        winner: int | None,
        how: str,
    ) -> list[dict[str, Any]]:
        """Return the order of Game 0, and the winner of a duel."""
        if race.rules != _GAME_ZERO:
            return super().race_results(fields, pairing, race, winner, how)
        players = pairing["players"]
        if how == STOPPED:
            return []
        return [{"game": 0, "order": [players[race.owner[colour]] for colour in race.order]}]
