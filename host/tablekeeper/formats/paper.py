"""Printed forms of a format: brackets and crosstables as data, laid out without cutting a name.

Screens have `Format.picture`; on paper the browser sets the names, so that a long one takes two lines.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.formats.answer import StandingsRow
from tablekeeper.pictures.crosstable import CrosstableCell


@dataclass(frozen=True, slots=True)
class PaperSeat:
    """One side of a match: a player, or in words why nobody is known ("bye", "winner of A3")."""

    player: str
    #: instead of a player, "" beside one
    waiting: str = ""
    score: str = ""
    won: bool = False
    #: where a player comes from or plays next: "from A3", "to PC1-2"
    aside: str = ""


@dataclass(frozen=True, slots=True)
class PaperMatch:
    """A match of a bracket; `name` is "" where nothing is played (two byes, a free place)."""

    name: str
    seats: tuple[PaperSeat, PaperSeat]


@dataclass(frozen=True, slots=True)
class PaperRound:
    """A round of a bracket. In a tree match n follows matches 2n and 2n+1 of the round before."""

    title: str
    matches: tuple[PaperMatch, ...]
    #: sentences below the matches: who has a bye
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperBracket:
    """A stage of a knockout: a tree whose rounds halve, or rounds that are drawn one by one."""

    title: str
    rounds: tuple[PaperRound, ...]
    is_tree: bool
    #: who is left at the end, () while it is played
    left: tuple[str, ...] = ()
    #: what those who are left are called: "Winner", "To the reunion"
    left_title: str = "Winner"


@dataclass(frozen=True, slots=True)
class PaperTable:
    """A crosstable: everybody in the order of the standings, and the cell of each pair."""

    title: str
    rows: Sequence[StandingsRow]
    cells: Mapping[tuple[str, str], CrosstableCell]
    note: str = ""
