"""`tablekeeper rankings player`: what the club's database says about one person."""

from __future__ import annotations

from fractions import Fraction

import click

from tablekeeper import rankings
from tablekeeper.cli.clubdatabase import moment, opened
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.director.dice import Dice
from tablekeeper.director.people.games import average_place, titles
from tablekeeper.director.people.statistics import Statistics
from tablekeeper.director.ranking.counting import RATINGS
from tablekeeper.rankings.figures import shown
from tablekeeper.text import counted


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
