"""`tablekeeper board install`: copies the firmware to a board's drive; it can be repeated."""

from __future__ import annotations

from pathlib import Path

import click

from tablekeeper.boardkit import (
    DEVELOPER_KEY,
    Drive,
    Mounts,
    carry_out,
    compiler,
    identify,
    make_bundle,
    make_plan,
    mounts,
    settings,
)
from tablekeeper.boardkit.bundle import wanted_board
from tablekeeper.boardkit.identity import BOOT_OUT
from tablekeeper.boardkit.installation import CHANGED, MOVED, NEW, REMOVED, InstallationPlan
from tablekeeper.boardkit.texts import LANGUAGES
from tablekeeper.cli.terminal import say
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.tables import candidates
from tablekeeper.text import alternatives


@click.command("install", epilog="Example: tablekeeper board install --dry-run")
@click.option(
    "--drive",
    "place",
    type=click.Path(path_type=Path), metavar="PATH",
    help="The board's drive.  [default: the one named CIRCUITPY]",
)
@click.option(
    "--language",
    type=click.Choice(list(LANGUAGES)),
    help="The language of the board's texts.  [default: the one on this board; on a new board, en]",
)
@click.option("--readable", is_flag=True, help="Copy the modules as .py, as they were written.")
@click.option("--dry-run", is_flag=True, help="Say what would be copied and removed, and change nothing.")
def install(place: Path | None, language: str | None, readable: bool, dry_run: bool) -> None:
    """Put the firmware onto a board's drive, and check that it arrived.

    Only files that differ are copied; all are read back and compared. Files of an older firmware are
    removed, your own files and settings stay. It can be repeated: when all is as it should be, nothing
    is done. A board that has the firmware already shows its drive when # is held while it is plugged in.
    """
    drive = Drive(_only(mounts()) if place is None else place)
    board = identify(drive.read(BOOT_OUT), wanted_board())
    head = compiler.header(board)
    language = language or _language(drive)
    say(_(
        "%(root)s: %(machine)s, CircuitPython %(version)s; texts in %(language)s",
        root=drive.root, machine=board.machine, version=board.text, language=LANGUAGES[language],
    ))
    why = "" if readable else compiler.missing()
    if why:
        say(_("%(why)s The modules are copied as .py: the board starts later and has less memory.", why=why))
    plan = make_plan(drive, make_bundle(None if readable or why else head, language))
    if plan.added:
        say(_("settings  %(settings)s added, your own kept", settings=", ".join(plan.added)))
    if plan.empty:
        say(_("Nothing to do: all %(count)s files are as they should be.", count=len(plan.after)))
        return
    if dry_run:
        _preview(plan)
        return
    carry_out(drive, plan, lambda what, path: say(f"{what:<9} {path}"))
    say(_(
        "%(copied)s files copied, %(removed)s removed; all %(all)s were read back and are correct. Unplug "
        "the board and plug it in again.",
        copied=len(plan.write), removed=len(plan.remove), all=len(plan.after),
    ))


def _language(drive: Drive) -> str:
    """Return the language in which a board's texts were installed before."""
    asked = settings.language(drive.read(settings.NAME))
    if asked not in (None, *LANGUAGES):
        raise UserError(
            "The drive's %(name)s asks for texts in '%(asked)s', which are not there: repeat with "
            "--language %(languages)s.",
            name=settings.NAME, asked=asked, languages=alternatives(LANGUAGES),
        )
    return asked or "en"


def _preview(plan: InstallationPlan) -> None:
    for path, to in plan.move:
        say(f"{MOVED:<9} {path} -> {to}")
    for kind in (NEW, CHANGED):
        for what, path, _content in plan.write:
            if what == kind:
                say(f"{kind:<9} {path}")
    for path in plan.remove:
        say(f"{REMOVED:<9} {path}")
    say(_(
        "%(copied)s files to copy, %(removed)s to remove, %(size)s KB needed. Nothing was changed.",
        copied=len(plan.write), removed=len(plan.remove), size=-(-plan.needed // 1024),
    ))


def _only(found: Mounts) -> Path:
    """Return the only drive; without a drive, or with several, raise UserError."""
    if len(found.drives) == 1:
        return found.drives[0]
    if found.drives:
        places = ", ".join(str(place) for place in found.drives)
        raise UserError(
            "There are %(count)s boards' drives (%(places)s): name one with --drive.",
            count=len(found.drives), places=places,
        )
    if found.unmounted:
        devices = ", ".join(found.unmounted)
        raise UserError(
            "A board's drive is plugged in but not mounted (%(devices)s): mount it, and repeat.",
            devices=devices,
        )
    if found.loaders:
        board = wanted_board().board
        raise UserError(
            "The board has no CircuitPython yet: copy it from circuitpython.org/board/%(board)s onto "
            "%(loaders)s, and repeat.",
            board=board, loaders=found.loaders[0],
        )
    if candidates():
        raise UserError(
            "A board is plugged in and hides its drive, as it does while playing: unplug it, hold its "
            "%(developer_key)s key while plugging it in again, and repeat.",
            developer_key=DEVELOPER_KEY,
        )
    raise UserError(
        "No board's drive is here: hold the board's %(developer_key)s key while plugging it in, or name its "
        "drive with --drive.",
        developer_key=DEVELOPER_KEY,
    )
