"""The answer of an event: places with reasons, the games to play next, and whether the event is over."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from tablekeeper.languages import _
from tablekeeper.standings.ranking import Criterion, Standing, rank
from tablekeeper.text import number

#: groups of players by place; level players share a group
Groups = list[list[str]]
#: the figure of a final place that tells the rank in the table
TABLE_RANK = "table_rank"


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line of the standings.

    `figures` are defined by the format (won, lost, points, ...), in display order. `decided_by`
    names the criterion that put this player before the next one, `explain` its figures ("+9 v +4").
    """

    rank: int
    player: str
    figures: Mapping[str, Any]
    decided_by: str | None = None
    explain: str | None = None
    #: figures that these rules do not use: documents contain them, tables omit them
    unrecorded: Collection[str] = ()

    @property
    def shown(self) -> Mapping[str, Any]:
        """The figures that a table of standings shows."""
        return {key: value for key, value in self.figures.items() if key not in self.unrecorded}


@dataclass(frozen=True, slots=True)
class Answer:
    """The standings of an event after the results so far.

    `next` lists the pairings to play, each an object such as {"game": 4, "players": ["Ann", "Bob"]};
    `cancelled` the pairings that need not be played; `notes` whole sentences for people.
    """

    format: str
    over: bool
    winner: str | None
    provisional: bool
    rows: tuple[StandingsRow, ...]
    next: tuple[Mapping[str, Any], ...] = ()
    cancelled: tuple[Any, ...] = ()
    notes: tuple[str, ...] = field(default=())
    #: sentences: players who have nothing to play yet, and why; shown beside `next`, not in documents
    resting: tuple[str, ...] = ()
    #: sentences: what is valid and may be a mistake all the same; shown with the standings, not in documents
    doubts: tuple[str, ...] = ()
    #: the lines by final place where more than the table decides it, such as playoffs; () = the table decides
    final: tuple[StandingsRow, ...] = ()
    #: a sentence: how far the event is, if `next` does not tell it; shown with standings, not in documents
    progress: str = ""

    @property
    def placed(self) -> tuple[StandingsRow, ...]:
        """The lines by final place, as far as it is known; prizes, titles and rankings count this rank."""
        return self.final or self.rows


@dataclass(frozen=True, slots=True)
class StagePlaces:
    """The places within a stage of an event: the ranks that no result can change any more, best first.

    `players` is the number of players in the stage, None while more can enter it.
    """

    ranks: tuple[tuple[int, str], ...] = ()
    players: int | None = None


def grouped(lines: Iterable[StandingsRow]) -> Groups:
    """Return the players of these lines, grouped by rank."""
    return [[row.player for row in group] for _, group in groupby(lines, key=lambda row: row.rank)]


def final_rows(table: Sequence[StandingsRow], *criteria: Criterion) -> tuple[StandingsRow, ...]:
    """Return the lines by final place: by the criteria, then by the ranks in the table."""
    lines = {row.player: row for row in table}
    behind = {player: -row.rank for player, row in lines.items()}
    by_table = Criterion(_("rank in the table"), lambda level: behind, shows=lambda figure: str(-figure))
    return tuple(
        StandingsRow(
            one.rank,
            one.player,
            {TABLE_RANK: lines[one.player].rank, **lines[one.player].figures},
            one.decided_by,
            one.explain,
            lines[one.player].unrecorded,
        )
        for one in rank(tuple(lines), (*criteria, by_table))
    )


def rows(
    order: Iterable[Standing],
    figures: Callable[[str], Mapping[str, Any]],
    told: bool = True,
    unrecorded: Collection[str] = (),
) -> tuple[StandingsRow, ...]:
    """Return the standings' lines, with reasons if `told` is true."""
    return tuple(
        StandingsRow(
            one.rank,
            one.player,
            figures(one.player),
            one.decided_by if told else None,
            one.explain if told else None,
            unrecorded,
        )
        for one in order
    )


def document(answer: Answer) -> dict[str, Any]:
    """Return an answer as `standings --json` prints it, without reasons while it is provisional."""
    told = not answer.provisional
    return {
        "format": answer.format,
        "over": answer.over,
        "winner": answer.winner,
        "provisional": answer.provisional,
        "rows": [
            {"rank": row.rank, "player": row.player}
            | {key: number(value) for key, value in row.figures.items()}
            | {"decided_by": row.decided_by if told else None, "explain": row.explain if told else None}
            for row in answer.rows
        ],
        "places": [{"place": row.rank, "player": row.player} for row in answer.placed],
        "next": [number(pairing) for pairing in answer.next],
        "cancelled": [number(pairing) for pairing in answer.cancelled],
        "notes": list(answer.notes),
    }
