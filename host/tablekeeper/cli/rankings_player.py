"""`tablekeeper rankings player`: one person's data from the club's database."""

from __future__ import annotations

from fractions import Fraction

import click

from tablekeeper import rankings
from tablekeeper.cli.dates import moment
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.rankingsdatabase import RankedClub, reads
from tablekeeper.cli.terminal import say
from tablekeeper.director.dice import Dice
from tablekeeper.director.people.games import average_place, titles
from tablekeeper.director.people.statistics import Statistics
from tablekeeper.director.ranking.counting import RATINGS
from tablekeeper.languages import _, joined
from tablekeeper.rankings.figures import shown
from tablekeeper.text import counted


@click.command(epilog='Example: tablekeeper rankings player "Ann Lee"')
@click.argument("person", metavar="PERSON")
@as_json
@reads
def player(club: RankedClub, person: str, as_json: bool) -> None:
    """Show a person's ranks, titles, record against others, streaks, thinking time and dice."""
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
    say(_("%(name)s (person %(number)s)", name=name, number=number))
    for key, (rank, figure) in stands.items():
        say(
            joined(
                (
                    "  ",
                    key,
                    ": ",
                    _("provisional") if rank is None else f"{rank}.",
                    " ",
                    _("with %(figure)s", figure=figure),
                ),
                "",
            )
        )
    record = told.tally
    say(
        "  "
        + _("Games: %(won)s won, %(lost)s lost", won=record.won, lost=record.lost)
        + (_(", %(level)s level", level=record.level) if record.level else "")
    )
    now = record.streaks.now
    say(
        "  "
        + _(
            "Longest streaks: %(won)s won, %(lost)s not won",
            won=record.streaks.won, lost=record.streaks.lost,
        )
        + "; "
        + (_("now %(num)s won", num=abs(now)) if now > 0 else _("now %(num)s not won", num=abs(now)))
    )
    for one in won:
        say(_("  Won %(name)s, %(moment)s", name=one.name, moment=moment(one.day_ms)[:10]))
    if average is not None:
        say(
            "  "
            + _(
                "Average place: %(average)s in %(events)s",
                average=f"{float(average):.2f}", events=counted(len(told.places), "event"),
            )
        )
    for other, one_record in against:
        say(
            "  "
            + _("against %(other)s: %(score)s", other=other, score=f"{one_record.won}-{one_record.lost}")
            + (_(" (%(level)s level)", level=one_record.level) if one_record.level else "")
        )
    if told.thinking.average_ms is not None:
        say(
            "  "
            + _(
                "%(moves)s moves, %(seconds)s s each",
                moves=told.thinking.moves, seconds=f"{told.thinking.average_ms / 1000:.1f}",
            )
        )
    if told.thrown.throws:
        faces = ", ".join(f"{face}: {count}" for face, count in told.thrown.faces.items())
        doubles = _(
            "%(doubles)s doubles in %(pairs)s throws of two dice",
            doubles=told.thrown.doubles, pairs=told.thrown.pairs,
        )
        say(_(
            "  %(throws)s throws (%(faces)s); %(doubles)s",
            throws=told.thrown.throws, faces=faces, doubles=doubles,
        ))


def _decimal(value: Fraction | None) -> float | None:
    return None if value is None else round(float(value), 4)
