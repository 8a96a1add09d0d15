"""`tablekeeper rankings show|history|player`: the club's own rankings and ratings, out of the database."""

from __future__ import annotations

import json
from datetime import date
from fractions import Fraction

import click
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from tablekeeper import rankings
from tablekeeper.cli.dates import day
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.people import moment, opened
from tablekeeper.cli.rankings import show as show_table
from tablekeeper.director.dice import Dice
from tablekeeper.director.people.book import Book
from tablekeeper.director.people.games import average_place, titles
from tablekeeper.director.people.statistics import Statistics
from tablekeeper.director.ranking.counting import RANKINGS, RATINGS
from tablekeeper.rankings.book import RatingBook
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.history import history as table_history
from tablekeeper.rankings.history import moves
from tablekeeper.strictjson import Cursor
from tablekeeper.text import counted

_RANKING = click.argument(
    "ranking", type=click.Choice(RANKINGS), default="world", metavar="[world|double-threat|medal|...]"
)
_AS_OF = click.option(
    "--as-of",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=day,
    metavar="DATE",
    help="Show it as it was on this day, under the rules valid then.",
)


@click.command(epilog="Example: tablekeeper rankings show world --as-of 2026-05-01 --explain")
@_RANKING
@_AS_OF
@click.option("--explain", is_flag=True, help="Say what separated players, and where each point comes from.")
@click.option("--public", is_flag=True, help="Show neutral names for people who want no name published.")
@as_json
@database
def show(
    ranking: str, as_of: date | None, explain: bool, public: bool, as_json: bool, database: str | None
) -> None:
    """Show a ranking (world, double-threat, medal) or a rating list (fibs, openskill) of the club."""
    with opened(database, writes=False) as club:
        if ranking in RATINGS:
            book, rated = club.register.book(), club.rankings.ratings(ranking, as_of)
        else:
            table = club.rankings.table(ranking, as_of, public=public)
    if ranking in RATINGS:
        _show_ratings(ranking, rated, book, public, as_json)
    elif as_json:
        say_json(rankings.document(table, explain))
    else:
        show_table(Console(), table, explain)


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
    table = Table("", "player", "rating", "matches", title=f"Ratings ({system})", title_justify="left")
    for row in rows:
        table.add_row(
            "" if row["rank"] is None else str(row["rank"]), escape(str(row["player"])),
            f"{row['rating']:.1f}{' provisional' if row['provisional'] else ''}", str(row["matches"]),
        )  # fmt: skip
    Console().print(table)


@click.command(epilog="Example: tablekeeper rankings history world")
@click.argument(
    "ranking", type=click.Choice(rankings.RANKINGS), default="world", metavar="[world|double-threat|medal]"
)
@as_json
@database
def history(ranking: str, as_json: bool, database: str | None) -> None:
    """Show, day by day, which events began to count in a ranking and who moved where."""
    with opened(database, writes=False) as club:
        file = club.rankings.file(ranking)
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
        click.echo("Nothing counts yet.")
    for ended, moved in days:
        click.echo(f"{ended[0].date}  {', '.join(one.name for one in ended)}")
        for one in moved:
            rank = f"{one.after:3}." if one.after is not None else "  - "
            was = "new" if one.before is None else "" if one.before == one.after else f"was {one.before}."
            gained = f"{'+' if one.gained >= 0 else ''}{shown(one.gained)}"
            click.echo(f"  {rank} {one.player}  {gained}  {was}".rstrip())


def _nothing(table: rankings.RankingTable) -> rankings.RankingTable:
    return rankings.RankingTable(table.ranking, table.rules, (), ())


@click.command(epilog='Example: tablekeeper rankings player "Ann Lee"')
@click.argument("person", metavar="PERSON")
@as_json
@database
def player(person: str, as_json: bool, database: str | None) -> None:
    """Show a person's ranks, titles, record against others, streaks, thinking time and dice."""
    with opened(database, writes=False) as club:
        book = club.register.book()
        number = club.register.person(person, book).id
        told = Statistics(club.store, Dice(club.store)).player(number, book)
        ranks = {key: club.rankings.table(key) for key in rankings.RANKINGS}
        rated = {key: club.rankings.ratings(key) for key in RATINGS}
    name = book.name(number)
    stands: dict[str, tuple[int | None, str]] = {}
    for key, table in ranks.items():
        for row in table.rows:
            if row.player == name:
                stands[key] = (row.rank, shown(row.total))
    for key, found in rated.items():
        for line in found.rows():
            if line.player == number:
                stands[key] = (line.rank, f"{line.figures['rating']:.1f}")
    won = titles(told.places)
    average = average_place(told.places)
    against = sorted(
        (book.name(other) if isinstance(other, int) else other, record)
        for other, record in told.tally.against.items()
    )
    if as_json:
        say_json(
            {
                "person": number,
                "name": name,
                "ranks": {key: {"rank": rank, "figure": figure} for key, (rank, figure) in stands.items()},
                "titles": [{"event": one.event, "name": one.name} for one in won],
                "places": [
                    {"event": one.event, "name": one.name, "rank": one.rank, "players": one.players}
                    for one in told.places
                ],
                "average_place": _decimal(average),
                "won": told.tally.won,
                "lost": told.tally.lost,
                "level": told.tally.level,
                "share": _decimal(told.tally.share),
                "streaks": {
                    "won": told.tally.streaks.won,
                    "lost": told.tally.streaks.lost,
                    "now": told.tally.streaks.now,
                },
                "against": {
                    other: {"won": one.won, "lost": one.lost, "level": one.level} for other, one in against
                },
                "moves": told.thinking.moves,
                "thinking_ms": told.thinking.ms,
                "throws": told.thrown.throws,
                "faces": {str(face): count for face, count in told.thrown.faces.items()},
                "pairs": told.thrown.pairs,
                "doubles": told.thrown.doubles,
            }
        )
        return
    click.echo(f"{name} (person {number})")
    for key, (rank, figure) in stands.items():
        click.echo(f"  {key}: {'provisional' if rank is None else f'{rank}.'} with {figure}")
    record = told.tally
    click.echo(
        f"  Games: {record.won} won, {record.lost} lost" + (f", {record.level} level" * bool(record.level))
    )
    now = record.streaks.now
    click.echo(
        f"  Longest streaks: {record.streaks.won} won, {record.streaks.lost} not won; "
        f"now {abs(now)} {'won' if now > 0 else 'not won'}"
    )
    for one in won:
        click.echo(f"  Won {one.name}, {moment(one.day_ms)[:10]}")
    if average is not None:
        click.echo(f"  Average place: {float(average):.2f} in {counted(len(told.places), 'event')}")
    for other, one_record in against:
        click.echo(
            f"  against {other}: {one_record.won}-{one_record.lost}"
            + f" ({one_record.level} level)" * bool(one_record.level)
        )
    if told.thinking.average_ms is not None:
        click.echo(f"  {told.thinking.moves} moves, {told.thinking.average_ms / 1000:.1f} s each")
    if told.thrown.throws:
        faces = ", ".join(f"{face}: {count}" for face, count in told.thrown.faces.items())
        doubles = f"{told.thrown.doubles} doubles in {told.thrown.pairs} throws of two dice"
        click.echo(f"  {told.thrown.throws} throws ({faces}); {doubles}")


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 4)
