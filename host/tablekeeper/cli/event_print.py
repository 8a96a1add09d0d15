"""`tablekeeper event print`: a print of an event as one HTML file, the same as on its page."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli import hall
from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.eventfiles import write_out
from tablekeeper.cli.options import database, event_argument
from tablekeeper.cli.terminal import say
from tablekeeper.director.hallclock import HallClock
from tablekeeper.director.service import Director
from tablekeeper.errors import UserError
from tablekeeper.languages import joined
from tablekeeper.text import counted
from tablekeeper.web.prints import BY_KEY, available, event_paper, print_file


@click.command("print", epilog="Example: tablekeeper event print 3 bracket --output bracket.html")
@event_argument
@click.argument("what", metavar="[WHAT]", type=click.Choice(tuple(BY_KEY)), required=False)
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write it there.")
@click.option(
    "--address", default="", metavar="URL",
    help="Where readers reach the pages, such as http://192.168.1.5:8080: QR codes lead there.",
)  # fmt: skip
@click.option("--match", default="", metavar="MATCH", help="Only this match, as its page is called.")
@click.option("--round", "round_name", default="", metavar="ROUND", help="Only this round: 'Round A'.")
@click.option("--player", default="", metavar="PLAYER", help="Only the matches of this player.")
@database
def print_event(
    event: str,
    what: str | None,
    output: Path | None,
    address: str,
    match: str,
    round_name: str,
    player: str,
    database: str | None,
) -> None:
    """Write a print as HTML: score sheets, pairings, brackets, standings; without WHAT list them.

    The file needs nothing else: open it in a browser and print it. It is printed unless a file is named.
    """
    if address and not address.startswith(("http://", "https://")):
        raise UserError("The address begins with http:// or https://, such as http://192.168.1.5:8080.")
    with hall.opened(database, writes=False) as here:
        director = Director(here.store, HallClock(), acts=False)
        paper = event_paper(
            director, which(director.events, event), address.rstrip("/"), match=match, round_name=round_name,
            player=player,
        )  # fmt: skip
        director.topics.close()
    if what is None:
        for kind, pages in available(paper, directs=True).items():
            told = (kind.about, counted(pages, "page")) if pages else (kind.about,)
            say(f"{kind.key:18} " + joined(told, " "))
        return
    write_out(print_file(paper, BY_KEY[what]), output)
