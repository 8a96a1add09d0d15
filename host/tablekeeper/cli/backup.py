"""`tablekeeper backup`: copies of the database, each with the day on which it must be deleted.

A word that is not a verb, but has an extension or a folder, is a file: `backup FILE` is `backup make FILE`.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import click

from tablekeeper.cli import backup_keys, terminal
from tablekeeper.cli.dates import day, moment
from tablekeeper.cli.desk import when
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.cli.whoacts import who_acts
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.director.people.journal import REMOVED
from tablekeeper.director.people.register import Register
from tablekeeper.director.rewinding import rewind
from tablekeeper.director.verification import verify
from tablekeeper.errors import UserError
from tablekeeper.languages import _, joined
from tablekeeper.store import StoreError, backup, open_store
from tablekeeper.text import counted

#: days until a copy expires, without --expires
_DAYS = 30
_MAKE = "make"


class _Backup(CommandGroup):
    """The group of the verbs; any other word is a file."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args[0] not in self.list_commands(ctx):
            word = args[0]
            if not word.startswith("-") and not Path(word).suffix and Path(word).name == word:
                # "backup now" would leave a file "now" in the folder
                raise UserError(
                    "'%(word)s' is neither a verb of backup nor a file name with an ending: write `backup "
                    "%(word)s.db`, or `backup make %(word)s` for a file of just that name.",
                    word=word,
                )
            return _MAKE, self.get_command(ctx, _MAKE), args
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Backup,
    # options before the file belong to the verb `make`
    context_settings={"ignore_unknown_options": True}, epilog="Example: tablekeeper backup before-the-cup.db",
)
def command() -> None:
    """Copy the database while it is used, keep track of the copies, and restore one.

    A FILE such as cup.db in the place of the verb is a new copy: `backup FILE` is `backup make FILE`.
    """


def _file(url: str | None) -> Path:
    file = backup.file_of(url)
    if not file.exists():
        raise UserError("There is no database %(file)s: name one with --database.", file=file)
    return file


def _today() -> date:
    try:
        return datetime.fromtimestamp(wall_ms() / 1000, UTC).date()
    except (ValueError, OverflowError, OSError) as error:
        raise _wrong_clock() from error


def _last_day() -> date:
    try:
        return _today() + timedelta(_DAYS)
    except OverflowError as error:
        raise _wrong_clock() from error


def _wrong_clock() -> UserError:
    return UserError("The clock of this computer is far ahead: set it, and try again.")


@command.command(_MAKE, epilog="Example: tablekeeper backup make before-the-cup.db --expires 2026-12-31")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "--expires",
    type=click.DateTime(["%Y-%m-%d"]), callback=day, metavar="DATE",
    help=f"Its last day, after which it has to be deleted.  [default: in {_DAYS} days]",
)
@backup_keys.sealed
@database
def make(
    file: Path,
    expires: date | None,
    recipient: tuple[str, ...],
    recipients: Path | None,
    passphrase_file: Path | None,
    database: str | None,
) -> None:
    """Copy a SQLite database into a new FILE, also while `tablekeeper serve` is running.

    With keys or a passphrase the copy is encrypted, in the format of age. TABLEKEEPER_RECIPIENTS names a FILE
    of --recipients for every copy.
    """
    sealer = backup_keys.sealer(recipient, recipients, passphrase_file)
    made = backup.copy(_file(database), file, wall_ms(), expires or _last_day(), sealer)
    say(
        (
            _("Copied and encrypted: %(path)s.", path=made.path)
            if sealer
            else _("Copied: %(path)s.", path=made.path)
        )
        + " "
        + _("Its last day is %(day)s: `tablekeeper backup prune` deletes it then.", day=made.expires)
    )


#: the state of a copy -> how it is shown
_STATES = {"away": _("away"), "gone": _("gone"), "expired": _("expired"), "kept": _("kept"),
           "replaced": _("replaced")}


@command.command("list", epilog="Example: tablekeeper backup list")
@as_json
@database
def list_backups(as_json: bool, database: str | None) -> None:
    """List the copies of a database, and the databases that they replaced, with the last day of each."""
    file = _file(database)
    found = (*backup.listed(file), *backup.replaced(file))
    today = _today()
    states = [
        "away" if one.away else "gone" if not one.there else "expired" if one.expired(today) else "kept"
        for one in found
    ]
    if as_json:
        rows = [
            {
                "file": one.path, "made_ms": one.made_ms, "expires": one.expires, "state": state,
                "encrypted": bool(one.digest), "replaced": one.replaced,
            }
            for one, state in zip(found, states, strict=True)
        ]  # fmt: skip
        say_json(rows)
        return
    table = terminal.headed(_("made"), _("expires"), _("state"), _("encrypted"), _("file"))
    for one, state in zip(found, states, strict=True):
        sealed = _("yes") if one.digest else _("no")
        shown = _STATES["replaced" if one.replaced and state == "kept" else state]
        told = map(terminal.escape, (shown, sealed, one.path))
        table.add_row(moment(one.made_ms), one.expires, *told)
    terminal.Console().print(table)


@command.command(epilog="Example: tablekeeper backup restore before-the-cup.db --dry-run")
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option("--dry-run", is_flag=True, help="Only check whether the copy is complete: replace nothing.")
@click.option("--until", metavar="TIME", help='As it was at that moment: "21:30", "2026-11-26 21:30".')
@backup_keys.opened
@database
def restore(
    file: Path,
    dry_run: bool,
    until: str | None,
    identity: Path | None,
    passphrase_file: Path | None,
    database: str | None,
) -> None:
    """Replace the database by the copy FILE; the old database is kept beside it under another name.

    The copy is checked first, as `tablekeeper verify` does; a copy with a difference is refused. With
    --until it is taken back to a moment before it was made: what was entered or stored later is left out.
    A restore that would undo the removal of a name or the release of a record is refused.
    """
    until_ms = when(until)
    target = backup.file_of(database)
    if not file.exists():
        raise UserError("There is no backup %(file)s: `tablekeeper backup list` lists them.", file=file)
    opener = backup_keys.opener(identity, passphrase_file)
    with backup.restoring(target, file, opener) as (fresh, made_ms):
        differences = _differences(fresh)
        if until_ms is not None and not differences:
            _rewind(fresh, made_ms, until_ms)
            differences = _differences(fresh)
        with open_store(str(fresh), now=wall_ms, threaded=False) as store:
            events, people = len(store.events.all()), len(Register(store).book().people)
            # each board must send all its records again: it may hold records that are newer than the copy
            store.restored()
            body = {"made_ms": made_ms} if until_ms is None else {"made_ms": made_ms, "until_ms": until_ms}
            store.act(who_acts(), "restore backup", body)
            boards = len(store.boards())
        if differences:
            more = counted(len(differences), "difference")
            raise UserError(
                "The backup %(file)s is damaged (%(more)s, the first: %(differences)s).",
                file=file, more=more, differences=differences[0],
            )
        removals = _removals(target, made_ms)
        aside = None if dry_run else backup.put_in_place(target, fresh, f"{_today():%Y%m%d}")
    as_of = (
        _("as of %(moment)s", moment=moment(made_ms))
        if until_ms is None
        else _("as it was at %(moment)s", moment=moment(until_ms))
    )
    held = joined((counted(events, "event"), counted(people, "person", "people"), as_of))
    say(_("The copy is whole: %(held)s.", held=held) if dry_run else _("Restored: %(held)s.", held=held))
    if removals:
        them = counted(removals, "name that was removed", "names that were removed")
        say(_(
            "It holds %(them)s after it was made: remove them again (`tablekeeper people remove`).",
            them=them,
        ))
    if boards and not dry_run:
        say(_(
            "Start `tablekeeper serve` and plug every board in: each is asked for all that it still holds. "
            "`tablekeeper doctor` lists the boards that were not asked yet, and what is missing."
        ))
    if aside is not None:
        say(_(
            "The database from before is kept, with its names: %(aside)s. Delete it when you can.",
            aside=aside,
        ))


def _differences(fresh: Path) -> tuple[str, ...]:
    with open_store(str(fresh), now=wall_ms, threaded=False) as store:
        return tuple(verify(store))


def _rewind(fresh: Path, made_ms: int, until_ms: int) -> None:
    if until_ms > made_ms:
        raise UserError(
            "The copy holds nothing later than %(made)s: leave --until out, or name an earlier moment.",
            made=moment(made_ms),
        )
    with open_store(str(fresh), now=wall_ms, threaded=False) as store:
        rewind(store, until_ms)


def _removals(target: Path, made_ms: int) -> int:
    """Return how many names were removed after a time (ms): from a database, and from those it replaced.

    Of a database that cannot be read nothing is known.
    """
    found = set()
    for file in (target, *(Path(one.path) for one in backup.replaced(target))):
        with suppress(StoreError):
            with open_store(str(file), now=wall_ms, threaded=False, read_only=True) as store:
                actions = store.people.journal.actions()
            found |= {
                (one.at_ms, one.body["person"])
                for one in actions if one.action == REMOVED and one.at_ms > made_ms
            }  # fmt: skip
    return len(found)


command.add_command(backup_keys.key)


@command.command(epilog="Example: tablekeeper backup prune")
@database
def prune(database: str | None) -> None:
    """Delete the copies that have expired; the newest copy stays, because the clock may be wrong."""
    gone = backup.delete_expired(_file(database), _today())
    for one in gone:
        say(_("Deleted: %(path)s.", path=one.path))
    if not gone:
        say(_("Nothing has expired."))
