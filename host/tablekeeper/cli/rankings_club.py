"""`tablekeeper rankings show|history`: the club's rankings and ratings from the database."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

import click

from tablekeeper import rankings
from tablekeeper.cli import hall, terminal
from tablekeeper.cli.dates import day
from tablekeeper.cli.options import as_json, lending, say_json
from tablekeeper.cli.rankings_file import show as show_table
from tablekeeper.cli.terminal import say
from tablekeeper.director.people.book import Book
from tablekeeper.director.people.reader import PeopleReader
from tablekeeper.director.ranking.counting import RANKINGS, RATINGS, Counting
from tablekeeper.languages import _, joined
from tablekeeper.rankings.book import RatingBook
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.history import history as table_history
from tablekeeper.rankings.history import moves
from tablekeeper.strictjson import Cursor

_RANKING = click.argument(
    "ranking", type=click.Choice(RANKINGS), default="world", metavar="[world|double-threat|medal|...]"
)
_AS_OF = click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE",
    help="Show it as it was on this day, under the rules valid then.",
)


@contextmanager
def _opened(url: str | None) -> Iterator[Counting]:
    # the tables alone: events, and what confirms entries, would take a fifth of the time of the command
    with hall.opened(url, writes=False) as here:
        yield Counting(PeopleReader(here.store))


_reads = lending(_opened)


@click.command(epilog="Example: tablekeeper rankings show world --as-of 2026-05-01 --explain")
@_RANKING
@_AS_OF
@click.option("--explain", is_flag=True, help="Say what separated players, and where each point comes from.")
@click.option("--public", is_flag=True, help="Show neutral names for people who want no name published.")
@as_json
@_reads
def show(
    club: Counting, ranking: str, as_of: date | None, explain: bool, public: bool, as_json: bool
) -> None:
    """Show a ranking (world, double-threat, medal) or a rating list (fibs, openskill) of the club."""
    if ranking in RATINGS:
        _show_ratings(ranking, club.ratings(ranking, as_of), club.register.book(), public, as_json)
        return
    table = club.table(ranking, as_of, public=public)
    if as_json:
        say_json(rankings.document(table, explain))
    else:
        show_table(terminal.Console(), table, explain)


def _show_ratings(system: str, rated: RatingBook[int], book: Book, public: bool, as_json: bool) -> None:
    called = book.public if public else book.name
    rows = [
        {
            "rank": row.rank,
            "player": called(row.player),
            "matches": row.matches,
            "provisional": row.provisional,
            **{key: round(value, 2) for key, value in row.figures.items()},
        }
        for row in rated.rows()
    ]
    if as_json:
        say_json({"system": system, "results": rated.results, "rows": rows})
        return
    title = _("Ratings (%(system)s)", system=system)
    table = terminal.headed("", _("player"), _("rating"), _("matches"), title=title)
    for row in rows:
        table.add_row(
            "" if row["rank"] is None else str(row["rank"]), terminal.escape(str(row["player"])),
            terminal.escape(f"{row['rating']:.1f}" + (_(" provisional") if row["provisional"] else "")),
            str(row["matches"]),
        )  # fmt: skip
    terminal.Console().print(table)


@click.command(epilog="Example: tablekeeper rankings history world")
@click.argument(
    "ranking", type=click.Choice(rankings.RANKINGS), default="world", metavar="[world|double-threat|medal]"
)
@as_json
@_reads
def history(club: Counting, ranking: str, as_json: bool) -> None:
    """Show, day by day, which events began to count in a ranking and who moved where."""
    file = club.file(ranking)
    before = None
    days = []
    for ended, table in table_history(rankings.read(Cursor(file))):
        moved = moves(before, table) if before is not None else moves(_nothing(table), table)
        days.append((ended, moved))
        before = table
    if as_json:
        say_json(
            [
                {
                    "date": str(ended[0].date),
                    "tournaments": [one.name for one in ended],
                    "moves": [
                        {"player": one.player, "before": one.before, "after": one.after,
                         "gained": json.loads(shown(one.gained))}
                        for one in moved
                    ],
                }
                for ended, moved in days
            ]
        )  # fmt: skip
        return
    if not days:
        say(_("Nothing counts yet."))
    for ended, moved in days:
        say(f"{ended[0].date}  {', '.join(one.name for one in ended)}")
        for one in moved:
            rank = f"{one.after:3}." if one.after is not None else "  - "
            was = ""
            if one.before != one.after:
                was = _("new") if one.before is None else _("was %(place)s.", place=one.before)
            gained = f"{'+' if one.gained >= 0 else ''}{shown(one.gained)}"
            say(f"  {rank} {one.player}  {gained}" + (joined(("  ", was), "") if was else ""))


def _nothing(table: rankings.RankingTable) -> rankings.RankingTable:
    return rankings.RankingTable(table.ranking, table.rules, (), ())
