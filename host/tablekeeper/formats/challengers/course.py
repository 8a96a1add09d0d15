"""The course of a Challengers: Game 0, the duels, and the seats for the next game.

A player at the board who leaves loses the next game. The last player left has won.
Source: docs/rules/races.md, "Challengers" and "Who leaves".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tablekeeper.formats.departure import ABSENT, Leavers
from tablekeeper.formats.event import Event
from tablekeeper.strictjson import Cursor


@dataclass(frozen=True, slots=True)
class Duel:
    """A counted game: the player who stayed, the challenger, the winner, and whether it was played."""

    players: tuple[str, str]
    winner: str
    played: bool = True


@dataclass(slots=True)
class ChallengersCourse:
    """The event after its results; `seats` are the player who stays, the challenger, and the third if any."""

    first_to: int
    leavers: Leavers
    duels: list[Duel] = field(default_factory=list)
    #: the players for the next game, in the order of `Duel.players`, then the third; None before Game 0
    seats: tuple[str, ...] | None = None
    winner: str | None = None

    @property
    def number(self) -> int:
        """The number of the next game."""
        return 0 if self.seats is None else len(self.duels) + 1

    def won(self, player: str) -> int:
        """Return the number of counted games that a player has won."""
        return sum(player == duel.winner for duel in self.duels)

    def lost(self, player: str) -> int:
        """Return the number of counted games that a player has lost."""
        return sum(player in duel.players and player != duel.winner for duel in self.duels)

    def take(self, result: Cursor) -> None:
        """Record a result; refuse an impossible one."""
        if result.has(ABSENT):
            player = self.leavers.take(result, self.winner is not None)
            if player is not None:
                self._leave(player)
            return
        if self.winner is not None:
            raise result.refuse("%(winner)s has already won the event", winner=self.winner)
        if self.seats is None:
            self.seats = self._game_zero(result)
            return
        fields = result.fields(("game", "players", "winner"), ("players", "winner"))
        if "game" in fields and fields["game"].whole() != self.number:
            raise fields["game"].refuse("this is game %(number)s", number=self.number)
        pair = fields["players"].pair(self.leavers.there)
        if set(pair) != set(self.seats[:2]):
            raise fields["players"].refuse(
                "%(seats)s and %(seats2)s play game %(number)s: %(seats3)s sits out",
                seats=self.seats[0],
                seats2=self.seats[1],
                number=self.number,
                seats3=self.seats[2],
            )
        self._play(fields["winner"].player(pair), True)

    def _game_zero(self, result: Cursor) -> tuple[str, ...]:
        if result.has("players") or (result.has("winner") and not result.has("order")):
            raise result.refuse("Game 0 comes first: say its number, 0, and in which order the three came in")
        fields = result.fields(("game", "order"), ("game", "order"))
        if fields["game"].whole() != 0:
            raise fields["game"].refuse("Game 0 comes first")
        return fields["order"].pair(self.leavers.there, len(self.leavers.there))

    def _leave(self, player: str) -> None:
        if self.seats is not None and player in self.seats[:2]:
            self._play(next(one for one in self.seats[:2] if one != player), False)
        if self.seats is not None:
            self.seats = tuple(one for one in self.seats if one != player)
        self.winner = self.winner or self.leavers.alone

    def _play(self, winner: str, played: bool) -> None:
        assert self.seats is not None
        one, other, *out = self.seats
        self.duels.append(Duel((one, other), winner, played))
        self.seats = (winner, *out, other if winner == one else one)
        if self.won(winner) == self.first_to:
            self.winner = winner


def course(event: Event) -> ChallengersCourse:
    """Return the event after its results; refuse an impossible result."""
    found = ChallengersCourse(event.options["first_to"], Leavers(event.players))
    for result in event.results:
        found.take(result)
    return found
