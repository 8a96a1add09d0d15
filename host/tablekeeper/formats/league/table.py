"""The table of a league: records, and the nine steps that separate players with equal records.

Source: docs/rules/races.md, "League", tie-breaks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from typing import Any

from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, Restart, Standing, rank
from tablekeeper.strictjson import Cursor
from tablekeeper.text import name_list, signed

RECORD = _("overall win-loss record")
STEPS = (
    _("1 head-to-head win-loss record"),
    _("2 head-to-head counted pawns difference"),
    _("3 head-to-head completed colours difference"),
    _("4 overall counted pawns difference"),
    _("5 overall counted pawns scored"),
    _("6 overall completed colours difference"),
    _("7 overall completed colours scored"),
    _("8 quickness of victory"),
    _("9 round of die-roll"),
)
_TWO = frozenset({2})


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """One counted game: winner's and loser's figures, and the minutes for step 8 (None: not recorded)."""

    winner: str
    loser: str
    pawns: tuple[int, int]
    colours: tuple[int, int] = (0, 0)
    minutes: int | Decimal | None = None

    def of(self, player: str, figures: tuple[int, int]) -> int:
        """Return the player's figure from the pair (winner's, loser's)."""
        return figures[0] if player == self.winner else figures[1]

    def difference(self, player: str, figures: tuple[int, int]) -> int:
        """Return the player's figure minus the opponent's."""
        return figures[0] - figures[1] if player == self.winner else figures[1] - figures[0]

    def has(self, *players: str) -> bool:
        """Return whether all these players took part."""
        return all(player in (self.winner, self.loser) for player in players)


@dataclass(slots=True)
class LeagueDice:
    """Recorded throws, consumed in order; `wanted` names the players who still have to throw."""

    throws: Sequence[tuple[str, int, Cursor]] = ()
    used: int = 0
    wanted: list[tuple[str, ...]] = field(default_factory=list)
    #: whether a player has left; then some recorded throws may no longer be needed
    left: bool = False

    def round(self, level: Sequence[str]) -> Mapping[str, Any]:
        """Return the throws that separate level players; only players who are still tied throw again."""
        while not self.left:
            taken = self.throws[self.used : self.used + len(level)]
            seen: dict[str, int] = {}
            for player, die, place in taken:
                if player not in level or player in seen:
                    names = name_list(name for name in level if name not in seen)
                    raise place.refuse(
                        "%(player)s does not throw now; still to throw: %(names)s",
                        player=player, names=names,
                    )
                seen[player] = die
            if len(taken) < len(level):
                self.wanted.append(tuple(player for player in level if player not in seen))
                self.used = len(self.throws)
                return dict.fromkeys(level, 0)
            self.used += len(level)
            if len(set(seen.values())) > 1:
                return seen
        return self._after_departure(level)

    def _after_departure(self, level: Sequence[str]) -> Mapping[str, Any]:
        # the first differing throws of the two remaining players, including throws for an earlier tie
        own = [[die for player, die, _ in self.throws if player == name] for name in level]
        for dice in zip(*own, strict=False):
            if len(set(dice)) > 1:
                return dict(zip(level, dice, strict=True))
        most = max(map(len, own))
        waiting = tuple(name for name, dice in zip(level, own, strict=True) if len(dice) < most)
        self.wanted.append(waiting or tuple(level))
        return dict.fromkeys(level, 0)


def ratio(won: int, lost: int) -> Fraction:
    """Return the win-loss record for comparison: wins / (wins + losses), 0 without a game."""
    return Fraction(won, won + lost) if won + lost else Fraction(0)


def _sums(
    level: Sequence[str], games: Sequence[LeagueGame], figure: Callable[[LeagueGame, str], int]
) -> dict[str, int]:
    return {player: sum(figure(game, player) for game in games if game.has(player)) for player in level}


def criteria(games: Sequence[LeagueGame], extra_large: bool, dice: LeagueDice | None) -> list[Criterion]:
    """Return the record and the steps 1 to 9; without `dice` the last step is left out."""

    def among(figure: Callable[[LeagueGame, str], int]) -> Callable[[Sequence[str]], Mapping[str, Any]]:
        return lambda level: _sums(level, [game for game in games if game.has(*level)], figure)

    def overall(figure: Callable[[LeagueGame, str], int]) -> Callable[[Sequence[str]], Mapping[str, Any]]:
        return lambda level: _sums(level, games, figure)

    def wins(game: LeagueGame, player: str) -> int:
        return 1 if game.winner == player else 0

    def record(level: Sequence[str]) -> Mapping[str, Any]:
        won = _sums(level, games, wins)
        return {
            player: ratio(won[player], sum(game.has(player) for game in games) - won[player])
            for player in level
        }

    def pawns(game: LeagueGame, player: str) -> int:
        return game.difference(player, game.pawns)

    def colours(game: LeagueGame, player: str) -> int:
        return game.difference(player, game.colours)

    def quickness(level: Sequence[str]) -> Mapping[str, int]:
        won = {player: [game.minutes for game in games if game.winner == player] for player in level}
        if any(None in times for times in won.values()):
            # an unrecorded time cannot be compared
            return dict.fromkeys(level, 0)
        return {player: -int(sum(minutes or 0 for minutes in times)) for player, times in won.items()}

    found = [
        Criterion(RECORD, record, shows=lambda figure: f"{figure.numerator}/{figure.denominator}"),
        Criterion(STEPS[0], among(wins), _TWO),
        Criterion(STEPS[1], among(pawns), _TWO, signed),
    ]
    if extra_large:
        found.append(Criterion(STEPS[2], among(colours), _TWO, signed))
    found += [
        Criterion(STEPS[3], overall(pawns), shows=signed),
        Criterion(STEPS[4], overall(lambda game, player: game.of(player, game.pawns))),
    ]
    if extra_large:
        found += [
            Criterion(STEPS[5], overall(colours), shows=signed),
            Criterion(STEPS[6], overall(lambda game, player: game.of(player, game.colours))),
        ]
    found.append(Criterion(STEPS[7], quickness, shows=lambda figure: _("%(value)s min", value=-figure)))
    if dice is not None:
        found.append(Criterion(STEPS[8], dice.round))
    return found


def table(
    players: Sequence[str],
    games: Sequence[LeagueGame],
    extra_large: bool,
    dice: LeagueDice | None,
    final: bool,
    presence: Criterion,
    restart: Restart,
) -> tuple[Standing, ...]:
    """Return the places: by records alone while the league runs, by all nine steps if `final`.

    `presence`, the first criterion, puts a player who has left behind the others.
    """
    steps = criteria(games, extra_large, dice)
    return rank(players, [presence, *(steps if final else steps[:1])], restart)


def figures(player: str, games: Sequence[LeagueGame]) -> dict[str, int]:
    """Return the figures in a player's row of the table."""
    mine = [game for game in games if game.has(player)]
    won = [game for game in mine if game.winner == player]
    return {
        "won": len(won),
        "lost": len(mine) - len(won),
        "pawns_for": sum(game.of(player, game.pawns) for game in mine),
        "pawns_against": sum(sum(game.pawns) - game.of(player, game.pawns) for game in mine),
        "colours_for": sum(game.of(player, game.colours) for game in mine),
        "colours_against": sum(sum(game.colours) - game.of(player, game.colours) for game in mine),
        "minutes_won": int(sum(game.minutes or 0 for game in won)),
    }
