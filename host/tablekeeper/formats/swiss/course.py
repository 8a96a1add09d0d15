"""The course of a Swiss: its rounds with their pairs, matches and byes, and the figures of every player."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from tablekeeper.formats.apart import Apart
from tablekeeper.formats.swiss.pairing import SwissSeat, as_played, paired


@dataclass(frozen=True, slots=True)
class SwissMatch:
    """A match of a round; `loser` is "" for a bye; `given`: a bye, or won because `loser` has left."""

    round: int
    winner: str
    loser: str
    points: tuple[int, int] = (0, 0)
    given: bool = False


@dataclass(slots=True)
class SwissCourse:
    """An event so far: players with their first round, the matches, and the open pairs of the round."""

    players: list[str]
    rounds: int
    apart: Apart
    neighbours: bool = False
    seed: int | None = None
    since: dict[str, int] = field(default_factory=dict)
    gone: list[str] = field(default_factory=list)
    matches: list[SwissMatch] = field(default_factory=list)
    round: int = 0
    open: list[tuple[str, ...]] = field(default_factory=list)
    #: the pairs of the round as they were drawn; empty if its results are known already
    drawn: tuple[tuple[str, ...], ...] = ()

    def present(self) -> list[str]:
        """Return the players who have not left, in order of entry."""
        return [player for player in self.players if player not in self.gone]

    def is_over(self) -> bool:
        """Return whether no further match is played."""
        return not self.open and (self.round == self.rounds or len(self.present()) < 2)

    def wins(self, before: int | None = None) -> dict[str, int]:
        """Return the wins of every player, with byes; `before`: in the rounds before this one."""
        won = dict.fromkeys(self.players, 0)
        for match in self.matches:
            won[match.winner] += before is None or match.round < before
        return won

    def opponents(self) -> dict[str, list[tuple[str, bool]]]:
        """Return every player's opponents and whether they were beaten; "" is a bye."""
        found: dict[str, list[tuple[str, bool]]] = {player: [] for player in self.players}
        for match in self.matches:
            found[match.winner].append((match.loser, True))
            if match.loser:
                found[match.loser].append((match.winner, False))
        return found

    def draw_round(self, coming: Sequence[tuple[str, ...]] = ()) -> None:
        """Begin the next round, unless the event is over or a round is being played.

        `coming` are the pairs of the results that follow, as far as they are known.
        """
        if self.open or self.is_over():
            return
        self.round += 1
        playing = [player for player in self.present() if self.since.get(player, 1) <= self.round]
        playing = playing if len(playing) > 1 else self.present()
        order = list(playing)
        if self.seed is not None:
            random.Random(f"swiss {self.seed} round {self.round}").shuffle(order)
        won, opponents, floated = self.wins(), self.opponents(), self._floated()
        seats = tuple(
            SwissSeat(
                player,
                won[player],
                frozenset(other for other, _ in opponents[player] if other),
                ("", True) in opponents[player],
                floated.get(player, 0),
                self.apart.never.get(player, frozenset()),
                self.apart.rather.get(player, frozenset()),
            )
            for player in sorted(order, key=lambda one: -won[one])
        )
        played = as_played(seats, coming)
        self.drawn = () if played else paired(seats, self.neighbours)
        for pair in played or self.drawn:
            if len(pair) == 1:
                self.matches.append(SwissMatch(self.round, pair[0], "", given=True))
            else:
                self.open.append(pair)

    def _floated(self) -> dict[str, int]:
        """Return for each player of the round before: 1 met more wins, -1 fewer or none, 0 as many."""
        last = self.round - 1
        before = self.wins(last)
        found = {}
        for match in self.matches:
            if match.round == last:
                step = before[match.winner] - before[match.loser] if match.loser else 1
                found[match.winner] = (step < 0) - (step > 0)
                found[match.loser] = -found[match.winner]
        return found

    def gifts(self) -> dict[str, SwissMatch]:
        """Return the present round's byes, and wins because the opponent left, by winner."""
        return {one.winner: one for one in self.matches if one.given and one.round == self.round}

    def settle(self, winner: str, loser: str, points: tuple[int, int], given: bool = False) -> None:
        """Record a match of the present round; `points` are the winner's and the loser's.

        If the two were drawn against others, these others play each other. If one of the two has a bye or has
        won without play, the opponent of the other one has it instead.
        """
        theirs = [pair for pair in self.open if winner in pair or loser in pair]
        place = self.open.index(theirs[0])
        rest = tuple(one for pair in theirs for one in pair if one not in (winner, loser))
        self.open = [pair for pair in self.open if pair not in theirs]
        gifts = self.gifts()
        gift = gifts.get(winner) or gifts.get(loser)
        if gift is not None:
            self.matches[self.matches.index(gift)] = replace(gift, winner=rest[0])
        elif rest:
            self.open.insert(place, rest)
        self.matches.append(SwissMatch(self.round, winner, loser, points, given))

    def leave(self, player: str, full: int) -> None:
        """Record a departure: the opponent wins an open match by `full` to 0."""
        against = next((pair for pair in self.open if player in pair), ())
        self.gone.append(player)
        for other in against:
            if other != player:
                self.settle(other, player, (full, 0), given=True)


def strength(
    course: SwissCourse, won: Mapping[str, int], opponents: Sequence[tuple[str, bool]], player: str
) -> list[int]:
    """Return the wins of a player's opponents, least first, 0 for a round that was missed.

    A bye counts as an opponent with as many wins as the player.
    """
    found = [won[other] if other else won[player] for other, _ in opponents]
    missed = course.round - len(found) - any(player in pair for pair in course.open)
    return sorted([0] * missed + found)
