"""The verbs of `tablekeeper rankings` about entries: propose, confirm, correct, withdraw, restore, adopt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from tablekeeper.cli import terminal
from tablekeeper.cli.dates import day
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.eventfiles import READ, named, read_document
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.rankingsdatabase import RankedClub, changes, opened, reads
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.service import Events
from tablekeeper.director.people.book import Book
from tablekeeper.director.ranking.difference import TableStanding
from tablekeeper.director.ranking.proposals import Edits
from tablekeeper.director.ranking.service import Change
from tablekeeper.languages import _, joined
from tablekeeper.rankings.figures import shown
from tablekeeper.rankings.rules import STYLES
from tablekeeper.strictjson import DocumentError
from tablekeeper.text import counted, listing, name_list

F = TypeVar("F", bound=Callable[..., Any])
_ENTRY = click.argument("entry", type=Whole(min=1), metavar="ENTRY")


_EDITS = (
    click.option("--cp", metavar="NUMBER", help="Compensatory points of the winner, if not as proposed."),
    click.option("--cp-reason", default="", metavar="TEXT", help="Why; needed with --cp, and kept."),
    click.option(
        "--date", "on", type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE",
        help="The day it counts from, if not the day the event finished.",
    ),
    click.option("--level", type=Whole(1, 4), metavar="1-4", help="Its level.  [default: 1]"),
    click.option("--major/--no-major", default=None, help="Whether it is a Major."),
    click.option("--name", metavar="TEXT", help="Its name, if not that of the event."),
    click.option(
        "--style", type=click.Choice(tuple(STYLES)), metavar="STYLE",
        help=f"Its style, if not the format's: {', '.join(STYLES)}.",
    ),
    click.option("--winner", metavar="NAME", help="The winner, if the event leaves several players level."),
    click.option(
        "--world-championship/--no-world-championship", default=None,
        help="Whether it is a World Championship.",
    ),
)  # fmt: skip


def _edits(function: F) -> F:
    """Add the options with which the director decides about an entry."""
    for option in reversed(_EDITS):
        function = option(function)
    return function


def _say(change: Change, book: Book, as_json: bool = False) -> None:
    """Print the effect of a change: the tournaments, and each player's change of rank."""
    names = {-place: name for place, name in enumerate(change.strangers, 1)}

    def called(person: int) -> str:
        return names.get(person) or book.name(person)

    if as_json:
        say_json(
            {
                "event": change.event,
                "title": change.title,
                "kind": change.kind,
                "tournaments": [dict(one) for one in change.tournaments],
                "results": change.results,
                "new_people": list(change.strangers),
                "differences": [
                    {
                        "ranking": one.ranking,
                        "moves": [
                            {
                                "player": called(move.person),
                                "before": _document(move.before),
                                "after": _document(move.after),
                            }
                            for move in one.moves
                        ],
                    }
                    for one in change.differences
                ],
            }
        )  # fmt: skip
        return
    for one in change.tournaments:
        places = joined(
            joined((f"{number}.", listing(group)), " ") for number, group in enumerate(one["places"], 1)
        )
        say(_(
            "%(day)s  %(name)s (%(style)s, level %(level)s): %(places)s",
            day=one["date"], name=one["name"], style=one["style"], level=one["level"], places=places,
        ))
        if "cp" in one:
            say(f"  {one['cp']['player']} {one['cp']['points']} CP: {one['cp']['reason']}")
    if change.results:
        say(_("%(results)s for the ratings.", results=counted(change.results, "result")))
    if change.strangers:
        say(_("New in the register: %(strangers)s.", strangers=name_list(change.strangers)))
    for difference in change.differences:
        say(f"{difference.ranking}:")
        for move in difference.moves:
            say(
                joined(
                    ("  ", called(move.person), ": ", _standing(move.before), " -> ", _standing(move.after)),
                    "",
                )
            )
    if not change.differences:
        say(_("Nobody moves."))


def _standing(standing: TableStanding | None) -> str:
    if standing is None:
        return _("not there")
    rank = _("provisional") if standing.rank is None else f"{standing.rank}."
    return _("%(rank)s with %(points)s", rank=rank, points=shown(standing.points))


def _document(standing: TableStanding | None) -> dict[str, Any] | None:
    return None if standing is None else {"rank": standing.rank, "figure": float(standing.points)}


def _event(club: RankedClub, text: str) -> int:
    return which(Events(club.store), text)


@click.command(epilog="Example: tablekeeper rankings entries")
@as_json
@reads
def entries(club: RankedClub, as_json: bool) -> None:
    """List entries that count, that wait to be confirmed, and whose event has changed since."""
    found = club.rankings.entries()
    rows = [
        {
            "entry": view.entry.id,
            "kind": view.entry.kind,
            "title": view.title,
            "event": view.entry.event,
            "date": view.entry.day or None,
            "state": view.entry.state,
            "changed": view.stale,
            "waiting": view.waiting,
            "reason": view.entry.reason or None,
        }
        for view in found
    ]
    if as_json:
        say_json(rows)
        return
    table = terminal.headed(_("entry"), _("kind"), _("title"), _("event"), _("date"), _("state"))
    for row, view in zip(rows, found, strict=True):
        told = [_(view.entry.state)]
        if view.stale:
            told.append(_("event changed since"))
        if view.waiting:
            told.append(counted(view.waiting, "more unit waits", "more units wait"))
        cells: Sequence[object] = (
            row["entry"], row["kind"], row["title"], row["event"], row["date"], joined(told)
        )  # fmt: skip
        table.add_row(*(terminal.escape("" if cell is None else str(cell)) for cell in cells))
    terminal.Console().print(table)


@click.command(epilog='Example: tablekeeper rankings propose "Spring cup" --level 2')
@event_argument
@_edits
@as_json
@reads
def propose(club: RankedClub, event: str, as_json: bool, **given: Any) -> None:
    """Show what a finished event is worth and who would move; nothing is written."""
    change = club.rankings.preview(_event(club, event), Edits(**given))
    _say(change, club.register.book(), as_json)


@click.command(epilog='Example: tablekeeper rankings confirm "Spring cup" --level 2')
@event_argument
@_edits
@changes
def confirm(club: RankedClub, event: str, **given: Any) -> None:
    """Confirm a finished event: it counts. Players whom the register does not know are entered."""
    number, edits = _event(club, event), Edits(**given)
    change = club.rankings.preview(number, edits)
    entry = club.rankings.confirm(number, edits)
    _say(change, club.register.book())
    say(_("Confirmed: entry %(entry)s.", entry=entry))


@click.command(
    epilog='Example: tablekeeper rankings correct "Spring cup" "the last game was cocked" --preview'
)
@event_argument
@click.argument("reason", metavar="REASON")
@_edits
@click.option("--preview", is_flag=True, help="Only say who would move.")
@database
def correct(event: str, reason: str, preview: bool, database: str | None, **given: Any) -> None:
    """Count a corrected event as it is now, and show who moves; the REASON is kept."""
    with opened(database, writes=not preview) as club:
        number, edits = _event(club, event), Edits(**given)
        change = club.rankings.preview(number, edits)
        entry = None if preview else club.rankings.confirm(number, edits, reason=reason)
        _say(change, club.register.book())
    if entry is not None:
        say(_("Corrected: entry %(entry)s.", entry=entry))


@click.command(epilog='Example: tablekeeper rankings withdraw 3 "played with the wrong board" --preview')
@_ENTRY
@click.argument("reason", metavar="REASON")
@click.option("--preview", is_flag=True, help="Only say who would move.")
@database
def withdraw(entry: int, reason: str, preview: bool, database: str | None) -> None:
    """Withdraw an entry: it no longer counts. Show who moves; the REASON is kept."""
    with opened(database, writes=not preview) as club:
        change = club.rankings.preview_withdrawal(entry)
        if not preview:
            club.rankings.withdraw(entry, reason)
        _say(change, club.register.book())
    if not preview:
        say(_("Withdrawn."))


@click.command(epilog="Example: tablekeeper rankings restore 3")
@_ENTRY
@changes
def restore(club: RankedClub, entry: int) -> None:
    """Count a withdrawn entry again, with the same points."""
    club.rankings.restore(entry)
    say(_("It counts again."))


@click.command(epilog="Example: tablekeeper rankings adopt world.json")
@click.argument("file", type=READ, metavar="FILE")
@database
def adopt(file: Path, database: str | None) -> None:
    """Import the tournaments of a ranking FILE ("-" reads standard input); each needs its date."""
    place = read_document(file)
    with opened(database, writes=True) as club:
        try:
            found = club.rankings.take_in(place)
        except DocumentError as error:
            raise named(file, error) from error
    say(_("Imported: %(count)s tournaments.", count=len(found)))
