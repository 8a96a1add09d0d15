"""Printed forms of a format: brackets and crosstables as data, laid out without cutting a name.

Screens use `Format.picture`; on paper the browser lays out the names, so a long name takes two lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.pictures.crosstable import CrosstableCell


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """One side of a match: a player, or words for an unknown player ("bye", "winner of A3")."""

    player: str
    #: the words instead of a player; "" if there is a player
    waiting: str = ""
    score: str = ""
    won: bool = False
    #: the player's previous or next match: "from A3", "to PC1-2"
    aside: str = ""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match of a bracket; `name` is "" if nothing is played (two byes, a free place)."""

    name: str
    seats: tuple[PaperSeat, PaperSeat]


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round of a bracket. In a tree, match n follows matches 2n and 2n+1 of the round before."""

    title: str
    matches: tuple[PaperMatch, ...]
    #: sentences below the matches, such as the names of players with a bye
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperBracket:
    """A stage of a knockout: a tree whose rounds halve, or rounds with one draw each."""

    title: str
    rounds: tuple[PaperRound, ...]
    is_tree: bool
    #: the players left at the end, () while the stage is played
    left: tuple[str, ...] = ()
    #: the heading above the players left: "Winner", "To the reunion"
    left_title: str = "Winner"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A crosstable: all players in the order of the standings, and a cell for each pair."""

    title: str
    rows: Sequence[StandingsRow]
    cells: Mapping[tuple[str, str], CrosstableCell]
    note: str = ""
