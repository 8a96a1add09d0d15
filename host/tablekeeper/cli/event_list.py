"""`tablekeeper event list`: the events of the database in lines."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from tablekeeper.cli import hall, terminal
from tablekeeper.cli.options import as_json, lending, say_json
from tablekeeper.director.events.answers import EventAnswers
from tablekeeper.director.events.reader import EventReader
from tablekeeper.director.events.summaries import EventSummaries
from tablekeeper.languages import _

_COLUMNS = {
    "event": _("event"), "name": _("name"), "format": _("format"), "phase": _("phase"),
    "players": _("players"), "results": _("results"), "winner": _("winner"),
}  # fmt: skip


@contextmanager
def _opened(url: str | None) -> Iterator[EventSummaries]:
    # only what reads events: their actions and checks would take a quarter of the time of the command
    with hall.opened(url, writes=False) as here:
        yield EventSummaries(EventReader(here.store), EventAnswers())


_reads = lending(_opened)


@click.command("list", epilog="Example: tablekeeper event list")
@as_json
@_reads
def list_events(events: EventSummaries, as_json: bool) -> None:
    """List the events, oldest first."""
    found = events.all()
    rows = [
        dict(zip(_COLUMNS, (one.id, one.name, one.title, one.phase, one.players, one.results, one.winner),
                 strict=True))
        for one in found
    ]  # fmt: skip
    if as_json:
        say_json(rows)
        return
    table = terminal.headed()
    for key, heading in _COLUMNS.items():
        right = key in ("event", "players", "results")
        table.add_column(terminal.escape(heading), justify="right" if right else "left")
    for row in rows:
        table.add_row(*(terminal.escape("" if value is None else str(value)) for value in row.values()))
    terminal.Console().print(table)
