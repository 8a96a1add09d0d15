"""Compares two tables of one ranking, and lists the changes of places and points. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class TableStanding:
    """A person's rank (None if too little is known) and points or rating."""

    rank: int | None
    points: Fraction


@dataclass(frozen=True, slots=True)
class TableMove:
    """A person whose rank or points change; None = not in the table."""

    person: int
    before: TableStanding | None
    after: TableStanding | None


@dataclass(frozen=True, slots=True)
class Difference:
    """The changes in one ranking."""

    #: "world", "double-threat", "medal", or a rating system
    ranking: str
    moves: tuple[TableMove, ...]


#: a table: number of a person -> standing, in the order of the table
StandingsByPerson = Mapping[int, TableStanding]


def difference(ranking: str, before: StandingsByPerson, after: StandingsByPerson) -> Difference:
    """Return the people who move, in the order of the new table; people who leave the table come last."""
    people = [*after, *(person for person in before if person not in after)]
    return Difference(
        ranking,
        tuple(
            TableMove(person, before.get(person), after.get(person))
            for person in people
            if before.get(person) != after.get(person)
        ),
    )
