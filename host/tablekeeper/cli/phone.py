"""`tablekeeper phone`: phones and tablets that are boards."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.phone import vm
from tablekeeper.web import tryit


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
