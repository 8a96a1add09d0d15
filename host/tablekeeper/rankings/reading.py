"""Parses ranking files strictly: refuses a wrong value with its place and a reason.

docs/rankings.md describes the shape of ranking files. Points in a file count as awarded: winner points and
compensatory points are never computed again.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from tablekeeper.languages import _
from tablekeeper.rankings.rules import (
    BY_KEY,
    LEVELS,
    MEDAL_GAME,
    RANKINGS,
    STYLES,
    Version,
    version_at,
)
from tablekeeper.rankings.tournament import Compensation, Tournament
from tablekeeper.strictjson import Cursor
from tablekeeper.text import listing

#: optional additions to the ranking: its source, and the printed table
_ASIDE = ("source", "printed")
_KEYS = ("ranking", "rules", "window", "tournaments", *_ASIDE)
_TOURNAMENT = (
    "name", "style", "level", "date", "wins", "places", "cp", "gpp", "major", "world_championship",
)  # fmt: skip
#: an upper bound for every number in a tournament
_MOST = 1_000_000
#: control characters, which could move a terminal's cursor; a name must not contain them
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
#: the smallest part of a point; nobody awards smaller parts, and sums stay exact decimals
_FINEST = Fraction(1, 1000)


@dataclass(frozen=True, slots=True)
class RankingFile:
    """The contents of a ranking file.

    `rules` is the version in the file (None: by date), `window` the number of tournaments that count (None:
    the ranking's default), `tournaments` are in the order of the file.
    """

    ranking: str
    rules: Version | None
    window: int | None
    tournaments: tuple[Tournament, ...]


def read(document: Cursor) -> RankingFile:
    """Parse a ranking file; refuse unknown, impossible and repeated entries."""
    if not isinstance(document.value, dict):
        raise document.refuse("a ranking file holds one object")
    fields = document.fields(_KEYS, ("ranking", "tournaments"))
    ranking = fields["ranking"].choice(RANKINGS)
    rules = BY_KEY[fields["rules"].choice(tuple(BY_KEY))] if "rules" in fields else None
    window = fields["window"].whole(1) if "window" in fields else None
    found: list[Tournament] = []
    seen: dict[tuple[object, ...], str] = {}
    for item in fields["tournaments"].items():
        tournament = read_tournament(item, rules)
        if (where := seen.setdefault(tournament.identity, item.path)) != item.path:
            raise item.at("name").refuse(
                '"%(name)s" is in the file already, at %(seen)s',
                name=tournament.name, seen=where,
            )
        found.append(tournament)
    if rules is None and any(one.date is None for one in found):
        raise document.at("rules").refuse("is missing, and not every tournament has a date to find it by")
    return RankingFile(ranking, rules, window, tuple(found))


def read_tournament(cursor: Cursor, rules: Version | None = None) -> Tournament:
    """Parse a tournament.

    `rules` are the rules of a tournament without a date.
    """
    fields = cursor.fields(_TOURNAMENT, ("name", "style", "wins"))
    style = fields["style"].choice((*STYLES, MEDAL_GAME))
    if style == MEDAL_GAME:
        return _medal_game(cursor, fields)
    level = cursor.at("level")
    if "level" not in fields:
        raise level.refuse("is missing")
    day = read_date(fields["date"]) if "date" in fields else None
    wins = _wins(fields["wins"], STYLES[style].share)
    gpp = _gpp(fields, style, wins)
    places = _places(cursor, fields, style, wins, gpp)
    return Tournament(
        plain(fields["name"], fields["name"].text()),
        style,
        level.whole(*LEVELS),
        wins,
        places,
        day,
        _compensation(fields, places[0][0], wins, version_at(day) if day else rules),
        gpp,
        fields["major"].truth() if "major" in fields else False,
        fields["world_championship"].truth() if "world_championship" in fields else False,
    )


def _medal_game(cursor: Cursor, fields: Mapping[str, Cursor]) -> Tournament:
    for key in fields:
        if key not in ("name", "style", "date", "wins"):
            raise fields[key].refuse("a Medal Game has only name, style, date and wins")
    wins = _wins(fields["wins"], Fraction(1))
    if len(wins) < 2 or sorted(wins.values())[-2:] != [0, 1]:
        raise fields["wins"].refuse("one player wins the Medal Game and has 1, the others have 0")
    winner = next(player for player in wins if wins[player])
    rest = tuple(player for player in wins if player != winner)
    day = read_date(fields["date"]) if "date" in fields else None
    name = plain(fields["name"], fields["name"].text())
    return Tournament(name, MEDAL_GAME, 0, wins, ((winner,), rest), day)


def read_date(cursor: Cursor) -> date:
    """Parse a day such as "2025-06-29"."""
    text = cursor.text()
    try:
        if not re.fullmatch(r"\d{4}-\d\d-\d\d", text, re.ASCII):
            raise ValueError
        return date.fromisoformat(text)
    except ValueError:
        raise cursor.refuse('"%(words)s" is not a date such as "2025-06-29"', words=text) from None


def _name(wins: Cursor, cursor: Cursor, player: str) -> str:
    if not player.strip():
        raise cursor.refuse("a player without a name")
    return plain(wins, player)


def plain(cursor: Cursor, name: str) -> str:
    """Return a name; refuse line breaks and other control characters."""
    if _CONTROL.search(name):
        raise cursor.refuse("a name has no line breaks and no control characters")
    return name


def _points(cursor: Cursor) -> Fraction:
    if isinstance(cursor.value, str):
        raise cursor.refuse('a number is wanted here, not the text "%(value)s"', value=cursor.value)
    points = Fraction(cursor.decimal(0, _MOST))
    if points % _FINEST:
        raise cursor.refuse("points have at most three decimals")
    return points


def _wins(cursor: Cursor, share: Fraction) -> dict[str, Fraction]:
    found: dict[str, Fraction] = {}
    for player, item in cursor.members():
        won = _points(item)
        if won % share:
            what = _("whole") if share == 1 else _("whole or half")
            raise item.refuse(
                "winner points are %(what)s numbers in this style, not %(value)s",
                what=what, value=item.value,
            )
        found[_name(cursor, item, player)] = won
    if not found:
        raise cursor.refuse("nobody took part")
    return found


def _gpp(fields: Mapping[str, Cursor], style: str, wins: Mapping[str, Fraction]) -> dict[str, int]:
    if "gpp" not in fields:
        return {}
    if fields["gpp"].value and not STYLES[style].grand_prix:
        raise fields["gpp"].refuse(
            "Grand Prix Points are scored in GP and GP+, not in %(style)s",
            style=style,
        )
    found = {}
    for player, item in fields["gpp"].members():
        if player not in wins:
            raise item.refuse('"%(player)s" is not among the players in wins', player=player)
        found[player] = item.whole(0, _MOST)
    return found


def _places(
    cursor: Cursor,
    fields: Mapping[str, Cursor],
    style: str,
    wins: Mapping[str, Fraction],
    gpp: Mapping[str, int],
) -> tuple[tuple[str, ...], ...]:
    if "places" in fields:
        return _given(fields["places"], wins)
    wanted = cursor.at("places")
    figures: Mapping[str, Fraction | int] = wins
    if gpp:
        missing = listing(player for player in wins if player not in gpp)
        if missing:
            raise wanted.refuse(
                "is missing, and so are the points of %(missing)s: say who came where",
                missing=missing,
            )
        figures = gpp
    groups = _groups(figures)
    if len(groups[0]) > 1:
        what = _("points") if figures is gpp else _("wins")
        raise wanted.refuse(
            "is missing: %(groups)s have most %(what)s, so say who came where",
            groups=listing(groups[0]), what=what,
        )
    return groups


def _groups(figures: Mapping[str, Fraction | int]) -> tuple[tuple[str, ...], ...]:
    level: dict[Fraction | int, list[str]] = {}
    for player, figure in figures.items():
        level.setdefault(figure, []).append(player)
    return tuple(tuple(level[figure]) for figure in sorted(level, reverse=True))


def _given(cursor: Cursor, wins: Mapping[str, Fraction]) -> tuple[tuple[str, ...], ...]:
    groups: list[tuple[str, ...]] = []
    seen: set[str] = set()
    for item in cursor.items(1):
        group = []
        for one in item.items(1):
            player = one.player(wins)
            if player in seen:
                raise one.refuse('"%(player)s" has a place already', player=player)
            seen.add(player)
            group.append(player)
        groups.append(tuple(group))
    missing: Sequence[str] = [player for player in wins if player not in seen]
    if missing:
        raise cursor.refuse("%(missing)s took part, but has no place", missing=listing(missing))
    if len(groups[0]) > 1:
        raise cursor.refuse("a tournament has one winner: the first group is one player")
    return tuple(groups)


def _compensation(
    fields: Mapping[str, Cursor], winner: str, wins: Mapping[str, Fraction], rules: Version | None
) -> Compensation | None:
    if "cp" not in fields:
        return None
    known = ("player", "points", "reason")
    cp = fields["cp"].fields(known, known)
    player = cp["player"].player(wins)
    if player != winner:
        raise cp["player"].refuse("compensatory points are for the winner, %(winner)s", winner=winner)
    if rules is not None and rules.lead is None:
        raise fields["cp"].refuse("the rules of %(key)s have no compensatory points", key=rules.key)
    points = _points(cp["points"])
    if not points:
        raise cp["points"].refuse("is 0: leave cp out")
    return Compensation(player, points, cp["reason"].text())
