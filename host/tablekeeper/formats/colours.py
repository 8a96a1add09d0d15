"""The colours of the players in an event's races, chosen or played, game by game.

Source: docs/rules/races.md, "Challengers" and "League", playoffs; docs/formats.md, "Colours".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from tablekeeper.languages import joined, told
from tablekeeper.text import listed, listing

if TYPE_CHECKING:
    from tablekeeper.games.race.lineup import Lineup

#: player -> colours
Colours = Mapping[str, tuple[str, ...]]
#: the keys of a pairing that identify a game of an event
GAME = ("stage", "game", "players")


@dataclass(frozen=True, slots=True)
class GameColours:
    """The colours of each player in one game; `pairing` says which game it is."""

    pairing: Mapping[str, Any]
    colours: Colours

    @property
    def stage(self) -> str | None:
        """The playoff round of the game, None outside the playoffs."""
        return self.pairing.get("stage")

    @property
    def game(self) -> int:
        """The number of the game within its stage."""
        found: int = self.pairing["game"]
        return found

    def is_of(self, pairing: Mapping[str, Any]) -> bool:
        """Return whether the colours are for this game: the same number and stage, the same players."""
        same = (self.game, self.stage) == (pairing.get("game"), pairing.get("stage"))
        return same and set(self.colours) == set(pairing.get("players", ()))


@dataclass(frozen=True, slots=True)
class NextColours:
    """The line-up of a game to play, and warnings about unusual choices, in sentences."""

    lineup: Lineup
    warnings: tuple[str, ...]

    def __str__(self) -> str:
        return colours_text(self.lineup.by_player)


def game_of(pairing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the key that identifies a game within its event."""
    return {key: pairing[key] for key in GAME if key in pairing}


def chosen(known: Sequence[GameColours], pairing: Mapping[str, Any]) -> Colours | None:
    """Return the colours that were recorded last for a game, None without a record."""
    return next((one.colours for one in reversed(known) if one.is_of(pairing)), None)


def earlier(known: Sequence[GameColours], pairing: Mapping[str, Any]) -> list[GameColours]:
    """Return the recorded colours of earlier games of the same stage, the last game first."""
    game, stage = pairing.get("game", 0), pairing.get("stage")
    # the sort is stable: of two records of one game the later record comes first
    before = [one for one in reversed(known) if one.game < game and one.stage == stage]
    return sorted(before, key=lambda one: -one.game)


def same_colours(one: Colours, other: Colours) -> bool:
    """Return whether all players have the same colours; the order of the names does not matter."""
    return {name: {*own} for name, own in one.items()} == {name: {*own} for name, own in other.items()}


def colours_text(colours: Mapping[str, Sequence[str]]) -> str:
    """Return each player's colours in words.

    >>> colours_text({"Ann": ("red", "blue"), "Bob": ("green", "yellow")})
    'Ann red and blue, Bob green and yellow'
    """
    each = ((listed(name), listing(told(one, {}) for one in own)) for name, own in colours.items())
    return joined(joined(one, " ") for one in each)
