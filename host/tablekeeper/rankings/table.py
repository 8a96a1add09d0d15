"""The ranking tables: the tournaments that count on a day, their sums, and the steps that separated players.

World Rankings count the last 9 triple-threat tournaments, Double-Threat Rankings the last 6 units, the
Medal Race a whole calendar year of both. A tournament of another part does not count; a note names it.
Sources: docs/rules/races.md, "World Rankings", "Double-Threat Rankings", "Medal Race".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from tablekeeper.languages import _, joined
from tablekeeper.rankings.compensation import proposal
from tablekeeper.rankings.figures import number, shown
from tablekeeper.rankings.medal import check_medal_games, medal_game, medal_steps
from tablekeeper.rankings.reading import RankingFile
from tablekeeper.rankings.rules import MEDAL_GAME, VERSIONS, WINDOWS, Version, version_at
from tablekeeper.rankings.ties import steps
from tablekeeper.rankings.tournament import Tournament
from tablekeeper.standings.ranking import Criterion, rank
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import name_list

_PARTS = {"world": _("triple-threat"), "double-threat": _("double-threat")}
TITLES = {
    "world": _("World Rankings"),
    "double-threat": _("Double-Threat Rankings"),
    "medal": _("Medal Race"),
}


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One line of a ranking: points per tournament of the window, oldest first, 0 if absent.

    `decided_by` is the criterion that put this player before the next one, with both figures.
    """

    rank: int
    player: str
    tournament_points: tuple[int, ...]
    winner_points: tuple[Fraction, ...]
    compensatory_points: tuple[Fraction, ...]
    decided_by: str | None = None

    @property
    def total(self) -> Fraction:
        """TP + WP + CP."""
        return (
            sum(self.tournament_points)
            # skip the zeros: a player misses most tournaments of a season
            + sum(filter(None, self.winner_points), Fraction(0))
            + sum(filter(None, self.compensatory_points), Fraction(0))
        )


class _Points(NamedTuple):
    """A player's points per tournament, during their computation."""

    tournament: list[int]
    winner: list[Fraction]
    compensatory: list[Fraction]


@dataclass(frozen=True, slots=True)
class RankingTable:
    """A ranking on a day: the tournaments that count, oldest first, and the players by place.

    `next` contains a Medal Game to play, if any; `notes` are whole sentences for people.
    """

    ranking: str
    rules: Version
    window: tuple[Tournament, ...]
    rows: tuple[RankingRow, ...]
    next: tuple[dict[str, Any], ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def title(self) -> str:
        """The name of the ranking."""
        return TITLES[self.ranking]


def _moment(one: Tournament) -> tuple[object, ...]:
    # a Medal Game comes last on its day; units with the same name are sorted by their figures
    return (
        one.date or date.min,
        one.style == MEDAL_GAME,
        one.name,
        one.style,
        one.level,
        sorted(one.wins.items()),
    )


def in_order(tournaments: Sequence[Tournament]) -> tuple[Tournament, ...]:
    """Return tournaments oldest first.

    If all have dates, sort them by date, then by name. Otherwise keep the order of the file, and refuse a
    date before the date of an earlier entry.
    """
    if all(one.date is not None for one in tournaments):
        return tuple(sorted(tournaments, key=_moment))
    latest: date | None = None
    for number_, one in enumerate(tournaments):
        if one.date is None:
            continue
        if latest is not None and one.date < latest:
            raise DocumentError(
                f"tournaments[{number_}].date",
                "%(date)s comes after %(latest)s: give every tournament a date, or the order in which they "
                "were played",
                date=one.date, latest=latest,
            )
        latest = one.date
    return tuple(tournaments)


def ranking_table(file: RankingFile, as_of: date | None = None) -> RankingTable:
    """Return the table of a ranking file: of all its tournaments, or on the day `as_of`.

    On a day, the tournaments finished by then count, under the rules valid then. Without a day, the file's
    rules apply, or if it names none, the rules valid when its last tournament ended.
    """
    tournaments = file.tournaments
    if as_of is not None:
        for place, one in enumerate(tournaments):
            if one.date is None:
                raise DocumentError(
                    f"tournaments[{place}].date",
                    "is missing: without it nobody knows whether it was over by then",
                )
        tournaments = tuple(one for one in tournaments if one.date is not None and one.date <= as_of)
    ordered = in_order(tournaments)
    rules = version_at(as_of) if as_of else file.rules or _rules_of(ordered)
    if file.ranking == "medal":
        return _medal(file, ordered, rules, as_of)
    part = _PARTS[file.ranking]
    counting = tuple(one for one in ordered if one.part == part)
    window = counting[-(file.window or WINDOWS[file.ranking]) :]
    others = [one.name for one in ordered if one.part != part]
    title = TITLES[file.ranking]
    notes = (
        (
            _(
                "Not %(part)s, so not counted in the %(title)s: %(others)s.",
                part=part,
                title=title,
                others=name_list(others),
            ),
        )
        if others
        else ()
    )
    return RankingTable(file.ranking, rules, window, rows_of(window, steps(window, rules)), (), notes)


def _rules_of(ordered: Sequence[Tournament]) -> Version:
    last = ordered[-1].date if ordered else None
    return version_at(last) if last else VERSIONS[-1]


def _medal(
    file: RankingFile, ordered: tuple[Tournament, ...], rules: Version, as_of: date | None
) -> RankingTable:
    dated = [one.date for one in ordered if one.date is not None]
    year = as_of.year if as_of else max(dated).year if dated else None
    if len(dated) < len(ordered) and len({day.year for day in dated}) > 1:
        raise DocumentError(
            "tournaments", "several years, and not every tournament has a date: which season is it?"
        )
    season = tuple(one for one in ordered if one.date is None or one.date.year == year)
    check_medal_games(season, lambda before: rows_of(before, medal_steps(before, rules)))
    found = rows_of(season, medal_steps(season, rules))
    notes = []
    if file.window is not None:
        notes.append(_("The Medal Race counts the whole season: window is ignored."))
    ended = as_of is None or (as_of.month, as_of.day) == (12, 31)
    level = [row.player for row in found if row.rank == 1]
    following: tuple[dict[str, Any], ...] = ()
    if len(level) > 1:
        following, note = medal_game(level, ended)
        notes.append(note)
    return RankingTable("medal", rules, season, found, following, tuple(notes))


def rows_of(window: Sequence[Tournament], criteria: Sequence[Criterion]) -> tuple[RankingRow, ...]:
    """Return the lines of all players in tournaments of the window.

    Players whom no criterion separates share a rank and are sorted by name.
    """
    # iterate over participants: a tournament has a few players, a season's table thousands
    points: dict[str, _Points] = {}
    count, nothing = len(window), Fraction(0)
    for number_, one in enumerate(window):
        for player in one.players:
            mine = points.get(player)
            if mine is None:
                mine = points[player] = _Points([0] * count, [nothing] * count, [nothing] * count)
            mine.tournament[number_] = one.tournament_points(player)
            mine.winner[number_] = one.winner_points(player)
            mine.compensatory[number_] = one.compensatory_points(player)
    return tuple(
        RankingRow(
            standing.rank,
            standing.player,
            tuple(points[standing.player].tournament),
            tuple(points[standing.player].winner),
            tuple(points[standing.player].compensatory),
            joined((standing.decided_by, standing.explain or ""), " ") if standing.decided_by else None,
        )
        for standing in rank(sorted(points), criteria)
    )


def document(table: RankingTable, explain: bool = False) -> dict[str, Any]:
    """Return a table as `rankings --json` prints it; `explain` adds the reasons."""
    found: dict[str, Any] = {
        "rows": [
            {
                "rank": row.rank,
                "player": row.player,
                "TP": list(row.tournament_points),
                "WP": [number(points) for points in row.winner_points],
                "CP": [number(points) for points in row.compensatory_points],
                "TP_total": sum(row.tournament_points),
                "WP_total": number(sum(filter(None, row.winner_points), Fraction(0))),
                "total": number(row.total),
                "decided_by": row.decided_by,
            }
            for row in table.rows
        ],
        "window": [one.name for one in table.window],
    }
    if table.next:
        found["next"] = [dict(one) for one in table.next]
    if table.notes:
        found["notes"] = list(table.notes)
    if explain:
        found["explain"] = list(explained(table))
    return found


def explained(table: RankingTable) -> tuple[str, ...]:
    """Return sentences: the criterion between two neighbours, and the points of each tournament."""
    found = [
        _(
            "%(player)s before %(player2)s by %(decided_by)s",
            player=row.player,
            player2=behind.player,
            decided_by=row.decided_by,
        )
        for row, behind in zip(table.rows, table.rows[1:], strict=False)
        if row.decided_by
    ]
    for one in table.window:
        if one.style == MEDAL_GAME:
            found.append(
                _(
                    "%(name)s: %(winner)s won 1 WP that counts in the Medal Race only",
                    name=one.name,
                    winner=one.winner,
                )
            )
        for group in one.places if one.style != MEDAL_GAME else ():
            for player in group:
                basic, points = one.basic_points(player), one.tournament_points(player)
                found.append(
                    _(
                        "%(name)s: %(player)s %(basic)s x level %(level)s = %(points)s TP, "
                        "%(winner_points)s WP",
                        name=one.name,
                        player=player,
                        basic=basic,
                        level=one.level,
                        points=points,
                        winner_points=shown(one.winner_points(player)),
                    )
                )
        if one.cp:
            # join the lines of a reason
            reason = " ".join(one.cp.reason.split())
            found.append(f"{one.name}: {one.cp.player} {shown(one.cp.points)} CP: {reason}")
        elif proposed := proposal(one, version_at(one.date) if one.date else table.rules):
            found.append(
                _(
                    "%(name)s: %(player)s could be given %(points)s CP: %(reason)s",
                    name=one.name,
                    player=proposed.player,
                    points=shown(proposed.points),
                    reason=proposed.reason,
                )
            )
    return tuple(found)
