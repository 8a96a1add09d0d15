"""Parses results for ratings one by one and strictly: refuses a wrong one with its place and the reason.

A result is an object: `sides` are lists of players, the best side first; `length` is the match length;
`ranks` are the places if sides are level; `date` is optional, and dates must never decrease.

    >>> read_result(Cursor({"sides": [["Ann"], ["Bob"]], "length": 7}))
    ((('Ann',), ('Bob',)), 7, ())
    >>> read_result(Cursor({"sides": [["Ann"], ["Bob"], ["Cid"]], "ranks": [1, 2, 2]}))
    ((('Ann',), ('Bob',), ('Cid',)), 0, (1, 2, 2))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from tablekeeper.errors import UserError
from tablekeeper.rankings.book import Named
from tablekeeper.rankings.elo import LONGEST
from tablekeeper.rankings.rating import Rating
from tablekeeper.rankings.reading import plain, read_date
from tablekeeper.strictjson import Cursor

_KEYS = ("date", "sides", "length", "ranks")
#: most partners of a side, and most sides of a game
_PARTNERS = 4
_SIDES = 6


def read_result(cursor: Cursor) -> Named[str]:
    """Parse a result."""
    fields = cursor.fields(_KEYS, ("sides",))
    seen: set[str] = set()
    sides = []
    for item in fields["sides"].items(2, _SIDES):
        side = []
        for one in item.items(1, _PARTNERS):
            name = plain(one, one.text().strip())
            if name in seen:
                raise one.refuse('"%(name)s" plays twice in one result', name=name)
            seen.add(name)
            side.append(name)
        sides.append(tuple(side))
    length = fields["length"].whole(1, LONGEST) if "length" in fields else 0
    ranks: tuple[int, ...] = ()
    if "ranks" in fields:
        items = fields["ranks"].items(len(sides), len(sides))
        ranks = tuple(item.whole(1, len(sides)) for item in items)
        if list(ranks) != [1 + sum(other < rank for other in ranks) for rank in sorted(ranks)]:
            raise fields["ranks"].refuse("places are in order, and level sides share the best: 1, 2, 2")
        if len(set(ranks)) == len(ranks):
            ranks = ()
    return tuple(sides), length, ranks


def read_results(places: Iterable[Cursor], system: Rating, until: date | None = None) -> Iterator[Named[str]]:
    """Yield results in order, up to the day `until`; refuse a result that the system cannot rate.

    After the first result with a date, all results must have one, and dates must not decrease.
    """
    latest: date | None = None
    for place in places:
        named = read_result(place)
        day = read_date(place.at("date")) if place.has("date") else None
        if day is None and (latest is not None or until is not None):
            raise place.at("date").refuse("is missing")
        if day is not None:
            if latest is not None and day < latest:
                raise place.at("date").refuse(
                    "%(day)s comes after %(latest)s in the file: list the tournaments in the order of play",
                    day=day, latest=latest,
                )
            latest = day
            if until is not None and day > until:
                return
        sides, length, ranks = named
        try:
            system.check((tuple(tuple(range(len(side))) for side in sides), length, ranks))
        except UserError as error:
            raise place.refuse(str(error)) from None
        yield named
