"""`tablekeeper publish`: events, rankings and players as static pages for any web server."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.service import Events
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.people.publicnames import PublicNames
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.text import counted
from tablekeeper.web.publishing import made, write


@click.command(epilog="Example: tablekeeper publish site --address https://club.example/results")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option(
    "--event", "events", multiple=True, metavar="EVENT",
    help="Only this event, without rankings and players; may be given several times.",
)  # fmt: skip
@click.option("--address", default="", metavar="URL", help="Where the site will be: its feed needs it.")
@click.option("--title", default="Tablekeeper", metavar="TEXT", help="What the site is called.")
@as_json
@database
def command(
    folder: Path, events: tuple[str, ...], address: str, title: str, as_json: bool, database: str | None
) -> None:
    """Write events, rankings and players as static pages for any web server.

    Only files that changed are written, and only files of an earlier publication are removed. People who want
    no name published have a neutral one. A running host goes on; run it again to publish what is new.
    """
    if address and not address.startswith(("http://", "https://")):
        raise UserError("The address begins with http:// or https://, such as https://club.example/results.")
    with hall.opened(database, writes=False) as here:
        only = frozenset(which(Events(here.store), one) for one in events) or None
        director = Director(here.store, HallClock(), publishes=partial(PublicNames, only=only))
        names = PublicNames(director.people, only)
        site = made(director, names, title=title, address=address.rstrip("/"), only=only)
        director.topics.close()
    written = write(site.files, folder)
    if as_json:
        say_json({"changed": written.changed, "removed": written.removed, "same": written.same,
                  "kept": written.kept, "missing": site.missing})  # fmt: skip
        return
    count = counted(len(written.changed), "file")
    say(_(
        "%(count)s written, %(count2)s removed, %(same)s as before.",
        count=count, count2=len(written.removed), same=written.same,
    ))
    for path in site.missing:
        say(_("%(path)s is linked and is not in this hall: the link is left out.", path=path), err=True)
    for path in written.kept:
        say(
            _("%(value)s was changed by somebody: it stays, remove it yourself.", value=folder / path),
            err=True,
        )
