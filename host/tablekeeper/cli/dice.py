"""`tablekeeper dice`: tests whether the logged throws, or those in a plain file, look fair."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventfiles import READ, read_bytes, write_new
from tablekeeper.cli.hall import Access
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director import dice as director
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.fairness import DiceReport, judge, read_throws, wording
from tablekeeper.fairness.document import document
from tablekeeper.fairness.verdict import GROUPINGS
from tablekeeper.languages import _, joined
from tablekeeper.pictures.dice import picture
from tablekeeper.store import open_store

_TIME = re.compile(r"\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?", re.ASCII)


@click.group(cls=CommandGroup, epilog="Example: tablekeeper dice report")
def command() -> None:
    """Say whether dice look fair, and name the sets of dice that lie on the tables."""


@command.command(epilog="Example: tablekeeper dice report --set red --svg red.svg")
@click.argument("file", type=READ, metavar="[FILE]", required=False)
@click.option("--device", metavar="TABLE", help="Only throws logged at this table.")
@click.option("--set", "dice_set", metavar="LABEL", help="Only throws of this set of dice.")
@click.option("--player", metavar="NAME", help="Only throws of this player.")
@click.option("--event", metavar="NAME", help="Only throws of this event.")
@click.option(
    "--by", type=click.Choice(GROUPINGS), multiple=True, help="A group for each of these; may be repeated."
)
@click.option(
    "--suspect", type=Whole(1, 6), metavar="FACE",
    help="Ask only whether this face came too often; choose it before the throws are made.",
)  # fmt: skip
@click.option(
    "--svg", type=READ, help='Write a picture into this new file ("-": print it).'
)
@as_json
@database
def report(
    file: Path | None,
    device: str | None,
    dice_set: str | None,
    player: str | None,
    event: str | None,
    by: tuple[str, ...],
    suspect: int | None,
    svg: Path | None,
    as_json: bool,
    database: str | None,
) -> None:
    """Report on the logged throws, or on those in FILE: one per line, as 5, 31 or 3-1 ("-": standard input).

    Everything in a report is judged together, so that at most one report in twenty about fair dice calls
    anything unusual. Without options there is a group for each table, set of dice, player and event.
    """
    named = {"device": device, "set": dice_set, "player": player, "event": event}
    chosen = {kind: name for kind, name in named.items() if name is not None}
    if as_json and svg is not None and str(svg) == "-":
        raise UserError("--json and --svg - print two documents: write the picture into a file.")
    if file is not None:
        if chosen or by:
            raise UserError("A file has no table, set, player or event: leave these options out.")
        made = _of_file(file, suspect)
    else:
        with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
            made = director.Dice(store).report(chosen, by or None, suspect)
    if svg is not None:
        _draw(made, svg)
    if as_json:
        say_json(document(made))
    elif svg is None or str(svg) != "-":
        _say(made)


def _of_file(file: Path, suspect: int | None) -> DiceReport:
    try:
        throws = read_throws(read_bytes(file).decode("utf-8-sig").splitlines())
    except UnicodeDecodeError:
        raise UserError("%(file)s: the file is not UTF-8 text.", file=file) from None
    except UserError as error:
        raise UserError("%(file)s: %(error)s.", file=file, error=error) from error
    return judge({("file", f"Throws in {file.name}"): throws}, suspect)


def _draw(made: DiceReport, svg: Path) -> None:
    text = picture(made)
    if str(svg) == "-":
        click.echo(text, nl=False)
        return
    write_new(text, svg, "--svg")


def _say(made: DiceReport) -> None:
    say(wording.summary(made))
    for group in made.groups:
        counts = group.tally
        say(
            joined(
                (
                    "\n",
                    wording.title(group),
                    ": ",
                    _(
                        "%(throws)s throws, %(dice)s dice",
                        throws=f"{counts.throws:,}", dice=f"{counts.dice:,}",
                    ),
                ),
                "",
            )
        )
        if counts.dice:
            faces = "  ".join(f"{face}: {count}" for face, count in enumerate(counts.faces, 1))
            say(_(
                "  faces   %(faces)s   (usual: %(usual_faces)s to %(usual_faces2)s)",
                faces=faces, usual_faces=group.usual_faces[0], usual_faces2=group.usual_faces[1],
            ))
        if counts.two:
            low, high = group.usual_doubles
            say(_(
                "  doubles %(doubles)s of %(count)s   (usual: %(low)s to %(high)s)",
                doubles=counts.doubles, count=len(counts.two), low=low, high=high,
            ))
        say("  " + wording.verdict(group))
        for note in wording.notes(made, group):
            say("  " + note)


@command.command("set", epilog='Example: tablekeeper dice set red --table "Table 3" --from now')
@click.argument("label", metavar="LABEL")
@click.option("--table", metavar="TABLE", help="The table on which the dice are: its name or uid.")
@click.option("--match", type=Whole(min=1), help="The dice of this match.")
@click.option(
    "--from", "since", default="start", show_default=True, metavar="TIME",
    help='From when on: "start", "now", or like "2026-05-01 18:00".',
)  # fmt: skip
@hall.changes
def name_set(here: Access, label: str, table: str | None, match: int | None, since: str) -> None:
    """Name the set of dice of a table or of a match; an empty LABEL ("") removes a name."""
    dice = here.caller.acting("dice", director.Dice(here.store))
    dice.label(label, table=table, match=match, from_ms=_since(since))
    where = _("match %(match)s", match=match) if table is None else table
    named = _("The dice of %(where)s are called %(label)s.", where=where, label=label.strip())
    say(named if label.strip() else _("The dice of %(where)s have no name any more.", where=where))


@command.command("sets", epilog="Example: tablekeeper dice sets")
@as_json
@database
def list_sets(as_json: bool, database: str | None) -> None:
    """List the names that were given to sets of dice, oldest first."""
    with open_store(database, now=wall_ms, threaded=False, read_only=True) as store:
        found = director.Dice(store).labels()
        tables = {row.uid: row.called for row in store.boards()}
    if as_json:
        keys = ("uid", "match", "label", "from_ms")
        say_json([{key: getattr(one, key) for key in keys} for one in found])
        return
    for one in found:
        where = _("match %(match)s", match=one.match) if one.uid is None else tables.get(one.uid, one.uid)
        since = _("start")
        if one.from_ms:
            since = datetime.fromtimestamp(one.from_ms / 1000).strftime("%Y-%m-%d %H:%M")
        say(_(
            "%(where)s: %(label)s, from %(since)s",
            where=where, label=one.label or _("no name"), since=since,
        ))


def _since(text: str) -> int:
    """Parse a local time from the command line; return Unix ms."""
    if text == "start":
        return 0
    if text == "now":
        return wall_ms()
    if _TIME.fullmatch(text):
        try:
            return int(datetime.fromisoformat(text).timestamp() * 1000)
        except (ValueError, OverflowError, OSError):
            pass  # refused below: this day or hour does not exist
    raise UserError(
        "'%(words)s' is not a time: write start, now, or a day and an hour like 2026-05-01 18:00.",
        words=text,
    )
