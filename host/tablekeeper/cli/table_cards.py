"""`tablekeeper table card|link`: the cards by which the players at a table report their result."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import click

from tablekeeper.accounts.account import card_day
from tablekeeper.accounts.accountfile import Accounts
from tablekeeper.cli.eventfiles import write_out
from tablekeeper.cli.tables import OpenedTables, asks
from tablekeeper.cli.whoacts import own_accounts, who_acts
from tablekeeper.director.boards import TableLine
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.languages import _

_day = click.option(
    "--day", type=click.DateTime(["%Y-%m-%d"]), metavar="DAY", help="The day of the card.  [default: today]"
)


@click.command(epilog="Example: tablekeeper table card --output cards.html --address http://192.168.1.5:8080")
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@_day
@click.option("--output", type=click.Path(path_type=Path), metavar="FILE", help="Write them there, to print.")
@click.option(
    "--address", default="", metavar="URL",
    help="Where phones reach the pages, such as http://192.168.1.5:8080: the QR codes lead there.",
)  # fmt: skip
@asks
def card(
    here: OpenedTables, tables: tuple[str, ...], day: datetime | None, output: Path | None, address: str
) -> None:
    """Make new cards of each TABLE, of all without one; earlier cards of that day open nothing any more.

    Prints the end of each link, or writes the cards with QR codes as HTML.
    """
    if output is not None and not address.startswith(("http://", "https://")):
        raise UserError(_("Say with --address where phones reach the pages: http://192.168.1.5:8080."))
    # the pages take longer to load than any other command of a table takes
    from tablekeeper.web.links import card_path
    from tablekeeper.web.prints import cards_file

    accounts, found, told = own_accounts(), _chosen(here, tables), _told(day)
    accounts.new_cards({one.uid: one.name for one in found}, told, by=who_acts())
    if output is None:
        _say(accounts, found, told)
        return
    paths = [(one.name, address.rstrip("/") + card_path(accounts, one, told)) for one in found]
    write_out(cards_file(paths, told), output)


@click.command(epilog='Example: tablekeeper table link "Table 7"')
@click.argument("tables", nargs=-1, metavar="[TABLE]...")
@_day
@asks
def link(here: OpenedTables, tables: tuple[str, ...], day: datetime | None) -> None:
    """Print the end of the link on the present card of each TABLE, to be put behind the pages' address."""
    accounts, told = own_accounts(), _told(day)
    found = [
        one for one in _chosen(here, tables) if accounts.card_proof(one.uid, told, one.name)
    ]  # fmt: skip
    if not found:
        raise UserError(_("No card was made for %(day)s: `tablekeeper table card` makes them.", day=told))
    _say(accounts, found, told)


def _chosen(here: OpenedTables, names: tuple[str, ...]) -> list[TableLine]:
    uids = here.uids(names)
    return [one for one in here.boards.listed() if not uids or one.uid in uids]


def _told(day: datetime | None) -> str:
    return card_day(wall_ms()) if day is None else day.date().isoformat()


def _say(accounts: Accounts, tables: list[TableLine], day: str) -> None:
    from tablekeeper.web.links import card_path

    for one in tables:
        click.echo(f"{one.name}  {card_path(accounts, one, day)}")


COMMANDS = (card, link)
