"""`tablekeeper venue`: this hall as a venue of a federation, to which it ships its journals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from tablekeeper.cli import hall, terminal
from tablekeeper.cli.dates import moment
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.people.register import Register
from tablekeeper.director.people.removal import Removals
from tablekeeper.director.venue import VenueMembership
from tablekeeper.languages import _, sentence
from tablekeeper.text import counted


@click.group(cls=CommandGroup, epilog="Example: tablekeeper venue join udine --server tls://federation.example:4222")
def command() -> None:
    """Ship this hall's journals to a federation, while `tablekeeper serve` runs."""


@contextmanager
def _opened(database: str | None, *, writes: bool) -> Iterator[VenueMembership]:
    with hall.opened(database, writes=writes) as here:
        register = Register(here.store)
        venue = VenueMembership(here.store, wall_ms, register, Removals(register))
        yield here.caller.acting("venue", venue)


@command.command(
    epilog="Example: tablekeeper venue join udine --server tls://federation.example:4222 --secret udine.txt"
)
@click.argument("name", metavar="NAME")
@click.option(
    "--server", "servers", required=True, multiple=True, metavar="URL",
    help="A NATS server of the federation, nats://HOST:PORT or tls://HOST:PORT; may be given several times.",
)  # fmt: skip
@click.option(
    "--secret", type=click.Path(path_type=Path), metavar="FILE",
    help="The file with the venue's password there, which only you can read.",
)  # fmt: skip
@click.option(
    "--authority", type=click.Path(path_type=Path), metavar="FILE",
    help="The certificate of the authority that has signed the servers'.  [default: the system's]",
)  # fmt: skip
@database
def join(
    name: str, servers: tuple[str, ...], secret: Path | None, authority: Path | None, database: str | None
) -> None:
    """Join a federation as the venue NAME.

    Everything that is stored is shipped, from the first record on, and then each new record. The database
    holds the name of the secret's file, not its content.
    """
    from tablekeeper.shipping.connection import NatsServer

    # absolute paths, because a host may run in another folder
    files = [str(one.resolve()) if one else "" for one in (secret, authority)]
    NatsServer(",".join(servers), name, *files).check()
    with _opened(database, writes=True) as venue:
        venue.join(name, ",".join(servers), *files)
    say(_("This hall is the venue %(name)s. `tablekeeper serve` ships what it stores.", name=name))


@command.command(epilog="Example: tablekeeper venue status --json")
@as_json
@database
def status(as_json: bool, database: str | None) -> None:
    """Show what the federation has committed, and what waits.

    A journal whose past differs from that at the federation is reported: this venue was restored from a copy,
    and somebody at the federation has to decide (`tablekeeper federation follow`).
    """
    with _opened(database, writes=False) as venue:
        found = venue.status()
    if as_json:
        joined = found.joined
        say_json(
            {
                "venue": joined and joined.venue,
                "servers": joined and joined.servers.split(","),
                "waiting": found.waiting,
                "journals": [
                    {
                        "journal": one.journal,
                        "entries": one.last,
                        "committed": one.shipped,
                        "parted": one.parted,
                    }
                    for one in found.journals
                ],
            }
        )
        return
    if found.joined is None:
        say(_("This hall is in no federation."))
        return
    say(_(
        "Venue %(venue)s at %(servers)s, joined %(moment)s.",
        venue=found.joined.venue, servers=found.joined.servers, moment=moment(found.joined.joined_ms),
    ))
    rows = [
        [
            one.journal, str(one.last), str(one.shipped),
            ""
            if one.parted is None
            else _("the federation has other entries after entry %(entry)s", entry=one.parted),
        ]
        for one in found.journals
        if one.last > one.shipped or one.parted is not None
    ]  # fmt: skip
    if rows:
        table = terminal.headed(_("journal"), _("entries"), _("committed"), "")
        for row in rows:
            table.add_row(*map(terminal.escape, row))
        terminal.Console().print(table)
    say(
        sentence(counted(found.waiting, "entry waits", "entries wait"))
        if found.waiting
        else _("Everything is committed: %(count)s journals.", count=len(found.journals))
    )  # fmt: skip


@command.command(epilog="Example: tablekeeper venue leave")
@database
def leave(database: str | None) -> None:
    """Leave the federation: nothing more is shipped, what it has stays there."""
    with _opened(database, writes=True) as venue:
        venue.leave()
    say(_("This hall is in no federation any more."))
