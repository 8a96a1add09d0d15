"""`tablekeeper phone`: phones and tablets that are boards."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.accounts.phones import VALID_MS
from tablekeeper.cli.options import as_json, say_json
from tablekeeper.cli.tables import OpenedTables, asks
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.cli.whoacts import own_accounts, who_acts
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.phone import vm
from tablekeeper.pictures.qr import lines
from tablekeeper.web import tryit
from tablekeeper.web.links import invitation_path


@click.group(cls=CommandGroup, epilog="Example: tablekeeper phone try-it board")
def command() -> None:
    """Use a phone or tablet as a board: it runs the board's firmware in its browser."""


@command.command("try-it", epilog="Example: tablekeeper phone try-it board")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
def try_it(folder: Path) -> None:
    """Write the board's page into DIR: for any web server, and as one file to open in a browser.

    It plays all programs without a host and without a network, in the language of the command.
    """
    try:
        tryit.write(folder)
    except OSError as error:
        raise UserError(
            _("%(folder)s cannot be written (%(reason)s): choose another folder.",
              folder=folder, reason=error.strerror or str(error))
        ) from error
    say(_(
        "Open %(file)s in a browser, or put the folder %(folder)s on a web server.",
        file=folder / tryit.ALONE, folder=folder,
    ))


@command.command(epilog='Example: tablekeeper phone invite "Table 7"')
@click.argument("table", metavar="TABLE")
@click.option(
    "--address", default="", metavar="URL",
    help="Where phones reach the pages, such as http://192.168.1.5:8000.  [default: what the host has said]",
)  # fmt: skip
@as_json
@asks
def invite(here: OpenedTables, table: str, address: str, as_json: bool) -> None:
    """Invite a phone to be the board of TABLE: print the address that it opens, and its QR code.

    The invitation is valid once, for ten minutes. A phone that is a board already moves to this table.
    """
    found, phones = here.table(table), own_accounts().phones
    base = address or phones.address()
    if not base.startswith(("http://", "https://")):
        raise UserError(
            "Phones do not reach the pages: start the host with `tablekeeper serve --lan`, or say with "
            "--address where they reach them."
        )
    secret = phones.invite(found.uid, found.called, by=who_acts())
    link = base.rstrip("/") + invitation_path(secret)
    if as_json:
        say_json({"table": found.called, "address": link, "valid_ms": VALID_MS})
        return
    say(_("Open this with the phone for %(table)s; it is valid once, for ten minutes:", table=found.called))
    say(link)
    for line in lines(link):
        click.echo(click.style(line, fg="black", bg="bright_white"))


@command.command("list", epilog="Example: tablekeeper phone list")
@as_json
@asks
def list_phones(here: OpenedTables, as_json: bool) -> None:
    """List the phones that are boards, and where they are."""
    tables = {one.uid: one.name for one in here.boards.listed()}
    found = own_accounts().phones.all()
    if as_json:
        say_json([
            {"name": one.name, "board": one.uid, "table": tables.get(one.uid), "since": one.since}
            for one in found
        ])  # fmt: skip
        return
    for one in found:
        where = tables.get(one.uid) or _("at no table")
        say(_("%(name)s: %(table)s, since %(day)s, board %(uid)s", name=one.name, table=where, day=one.since,
              uid=one.uid))  # fmt: skip
    if not found:
        say(_("No phone is a board."))


@command.command(epilog='Example: tablekeeper phone rename "Phone 1" "Tablet of the club"')
@click.argument("name", metavar="NAME")
@click.argument("to", metavar="NEW")
def rename(name: str, to: str) -> None:
    """Give the phone NAME another name, NEW."""
    own_accounts().phones.rename(name, to)


@command.command(epilog='Example: tablekeeper phone revoke "Phone 1"')
@click.argument("name", metavar="NAME")
def revoke(name: str) -> None:
    """Take the board's right of the phone NAME away: its line is cut, and it needs another invitation."""
    gone = own_accounts().phones.revoke(name, by=who_acts())
    say(_("Revoked: %(name)s.", name=gone.name))


@command.command(epilog="Example: tablekeeper phone fetch")
def fetch() -> None:
    """Fetch MicroPython's WebAssembly build with npm, if this installation came without it."""
    try:
        place = vm.fetch(vm.folder())
    except vm.Missing as missing:
        raise UserError(
            "MicroPython's build (%(package)s %(version)s) could not be fetched, or is not the expected one: "
            "look whether npm is installed here and reaches its registry.",
            package=vm.PACKAGE, version=vm.VERSION,
        ) from missing
    say(_("MicroPython %(version)s is in %(folder)s.", version=vm.VERSION, folder=place))
