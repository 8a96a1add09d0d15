"""The facts of a backgammon match and its finished games, as numbers from the table's log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tablekeeper.games.view import MatchView


@dataclass(frozen=True, slots=True)
class BackgammonFacts:
    """The facts of a match of backgammon at a table, in numbers; None means unknown or nobody."""

    length: int  # 0 = no limit
    score: tuple[int, int]
    turn: int | None
    cube: int
    cube_owner: int | None
    crawford: bool  # the game in progress, or the next one, is the Crawford game
    dice: tuple[int, int] | None  # the last throw in this game
    rolled_by: int | None
    claim: str | None  # a result waiting for confirmation, as a sentence
    paused: str | None  # reason, while the clock is stopped within a move
    champion: int | None
    breaks: tuple[int, int] = (0, 0)  # taken by each seat
    early_dice: tuple[int, int] | None = None  # thrown by the other player, before the turn is over
    too_early: bool = False  # the claim is a concession or claim within the own turn


@dataclass(frozen=True, slots=True)
class BackgammonGame:
    """The result of a finished game of backgammon, in numbers."""

    winner: int
    points: int
    kind: str  # "drop", "single", "gammon", "backgammon", "match"
    cube: int
    crawford: bool


def score_of(view: MatchView | None) -> tuple[int, int]:
    """Return the score of a table's match, 0-0 without a match of backgammon."""
    return view.details.score if view is not None and isinstance(view.details, BackgammonFacts) else (0, 0)
