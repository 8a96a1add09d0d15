"""Ranking entries of venues, checked: one that a ranking or a rating list could not read counts nowhere."""

from __future__ import annotations

import re

from tablekeeper.director.ranking.counting import counts_for
from tablekeeper.director.ranking.journal import RankingEntry
from tablekeeper.errors import UserError
from tablekeeper.rankings.reading import read_date, read_tournament
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.store import RatedResult
from tablekeeper.strictjson import Cursor, DocumentError

_HIGHEST = 2**63 - 1
#: the systems that may have to rate a result; nothing is rated with these
_RATED = {key: system.make() for key, system in SYSTEMS.items()}
#: a person's number in the register, as a key of an object
_NUMBER = re.compile(r"[0-9]{1,18}")


def checked(entry: RankingEntry) -> RankingEntry:
    """Return an entry; raise DocumentError if its tournaments or results cannot be counted."""
    body = Cursor(dict(entry.body or {}))
    if body.has("tournaments"):
        for one in body.at("tournaments").items():
            _check_tournament(one)
    if body.has("day"):
        read_date(body.at("day"))
    if body.has("results"):
        read_date(body.at("day"))
        for one in body.at("results").items():
            _check_result(one, body.at("day").text())
    return entry


def _check_tournament(one: Cursor) -> None:
    read_date(one.at("date"))
    # names are put in the place of the numbers later, and may not change what else is wrong
    for player in read_tournament(one).players:
        if not _NUMBER.fullmatch(player):
            raise one.at("wins").refuse("a player is a number of the register here")


def _check_result(one: Cursor, day: str) -> None:
    sides = tuple(
        tuple(person.whole(0, _HIGHEST) for person in side.items(1)) for side in one.at("sides").items(2)
    )
    length = one.at("length").whole(1) if one.at("length").value is not None else None
    ranks = tuple(rank.whole(1, len(sides)) for rank in one.at("ranks").items()) if one.has("ranks") else ()
    if ranks and len(ranks) != len(sides):
        raise one.at("ranks").refuse("each side has a place, or none has")
    result = RatedResult(day, sides, length, ranks)
    for key, system in _RATED.items():
        if counts_for(result, key):
            try:
                system.check((sides, length or 0, ranks))
            except UserError as error:
                raise DocumentError(one.path, str(error)) from error
