"""`tablekeeper federation`: stores the venues' journals, shows combined rankings, and settles conflicts."""

from __future__ import annotations

import os
import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TypeVar

import click

from tablekeeper.cli.dates import moment
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, place, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import Verbs
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, recognised
from tablekeeper.text import counted

F = TypeVar("F", bound=Callable[..., Any])
_FILE = click.Path(path_type=Path)
#: other commands of this group, in separate modules
_VERBS = {
    "demo": ("federation_demo", "Let two virtual venues play, and show their ratings together."),
    "people": ("federation_people", "List who may be one person at two venues."),
    "same": ("federation_people", "Say that somebody at a venue is a person of another venue."),
    "split": ("federation_people", "Undo `same`: the two are different persons again."),
    "remove": ("federation_people", "Have a person's name removed at every venue."),
}


def federation_database(function: F) -> F:
    """Add the option that names the federation's database."""
    return click.option(
        "--database", "where", metavar="URL", required=True, envvar="TABLEKEEPER_FEDERATION", callback=place,
        help="The federation's database, PostgreSQL or a SQLite file; @FILE: as that file says.",
    )(function)  # fmt: skip


@click.group(
    cls=Verbs, verbs=_VERBS,
    epilog="Example: tablekeeper federation status --database postgresql://localhost/federation",
)  # fmt: skip
def command() -> None:
    """Copy the journals of many venues into one database, and show their rankings together."""


@command.command(
    epilog="Example: tablekeeper federation serve --database federation.db --server tls://127.0.0.1:4222 "
    "--secret federation.secret"
)
@federation_database
@click.option(
    "--server", "servers", required=True, multiple=True, metavar="URL",
    help="A NATS server, nats://HOST:PORT or tls://HOST:PORT; may be given several times.",
)  # fmt: skip
@click.option("--secret", type=_FILE, metavar="FILE", help="The file with the consumers' password.")
@click.option(
    "--authority", type=_FILE, metavar="FILE",
    help="The certificate of the authority that has signed the servers'.  [default: the system's]",
)  # fmt: skip
@click.option(
    "--replicas", type=Whole(1, 5), default=1, show_default=True,
    help="Servers that keep a message, when the stream is made.",
)  # fmt: skip
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the pages.")
@click.option("--http-port", type=Whole(0, 65535), default=8100, show_default=True, help="Port of the pages.")
@click.option("--no-pages", is_flag=True, help="Consume only; several such processes may run.")
@click.option("--https", metavar="NAME", help="The pages are reached as https://NAME, through your proxy.")
def serve(
    where: str, servers: tuple[str, ...], secret: Path | None, authority: Path | None, replicas: int,
    host: str, http_port: int, no_pages: bool, https: str | None,
) -> None:  # fmt: skip
    """Take what the venues ship, and show the public pages, until Ctrl-C.

    Any number of these may run on one database: each message is taken by one of them and stored once. The
    pages need no login; a proxy may keep them for a minute.
    """
    from tablekeeper.cli.addresses import names_answered
    from tablekeeper.cli.stopping import stopping
    from tablekeeper.director.federation.across import AcrossVenues
    from tablekeeper.shipping.connection import NatsServer
    from tablekeeper.shipping.consumer import Consumer
    from tablekeeper.shipping.serverconfig import FEDERATION
    from tablekeeper.store.copies import Copies
    from tablekeeper.web.federationapp import make_federation_app
    from tablekeeper.web.serving import Serving
    from tablekeeper.web.settings import Settings

    files = [str(one) if one else "" for one in (secret, authority)]
    server = NatsServer(",".join(servers), FEDERATION, *files)
    server.check()
    with ExitStack() as stack:
        stop = stack.enter_context(stopping())
        copies = stack.enter_context(Copies(where, now=wall_ms))
        if not no_pages:
            settings = Settings(
                allowed_hosts=names_answered(host, https), https=https is not None, title="Federation"
            )
            app = make_federation_app(AcrossVenues(copies), settings)
            serving = stack.enter_context(Serving(app, host, http_port))
            say(_("The federation's pages: %(url)s/", url=serving.url), err=True)
        consumer = stack.enter_context(Consumer(copies, server, replicas=replicas, told=_say))
        say(_("The database is %(name)s. Ctrl-C ends it.", name=copies.name), err=True)
        while not stop.wait(1):
            if consumer.failed:
                # a service manager starts it again; nothing that was not stored is acknowledged
                raise ResourceError(
                    "The consumer has failed (the log says why): start it again. The venues keep what is not "
                    "stored yet."
                )
    say(_("What was acknowledged is stored."), err=True)


def _say(sentence: str) -> None:
    say(f"{time.strftime('%H:%M:%S')}  {sentence}", err=True)


@command.command(epilog="Example: tablekeeper federation status --database federation.db --json")
@federation_database
@as_json
def status(where: str, as_json: bool) -> None:
    """List the venues: when each was heard, what of it is stored, and which removals it has not confirmed."""
    from tablekeeper.store.copies import Copies

    with Copies(where, now=wall_ms, new=False) as copies:
        found, removals = copies.venues(), copies.removals()
    waiting: dict[str, list[int]] = {}
    for asked in removals:
        if asked.confirmed_ms is None:
            waiting.setdefault(asked.venue, []).append(asked.removal)
    if as_json:
        say_json(
            [
                {
                    "venue": one.venue, "heard_ms": one.heard_ms, "journals": one.journals,
                    "entries": one.entries, "conflicts": one.conflicts,
                    "removals_waiting": waiting.get(one.venue, []),
                }
                for one in found
            ]
        )  # fmt: skip
        return
    if not found:
        say(_("No venue was heard yet."))
    for one in found:
        told = [_(
            "%(venue)s: heard %(moment)s, %(entries)s in %(journals)s",
            venue=one.venue, moment=moment(one.heard_ms),
            entries=counted(one.entries, "entry", "entries"), journals=counted(one.journals, "journal"),
        )]
        if one.conflicts:
            told.append(counted(one.conflicts, "conflict"))
        if waiting.get(one.venue):
            told.append(_(
                "removals that wait: %(numbers)s", numbers=", ".join(map(str, waiting[one.venue]))
            ))
        say(", ".join(told) + ".")


@command.command(epilog="Example: tablekeeper federation conflicts --database federation.db")
@federation_database
@as_json
@click.option("--discard", metavar="VENUE", help="Delete what was set aside of a venue that was followed.")
def conflicts(where: str, as_json: bool, discard: str | None) -> None:
    """List the journals whose past at the venue differs from that here: the venue was restored from a copy.

    Nothing is merged, and nothing more of such a journal is accepted until it is followed. What a venue no
    longer has is then set aside; --discard deletes that for good. An entry whose content cannot be read is
    refused, and nothing behind it is accepted.
    """
    from tablekeeper.store.copies import Copies
    from tablekeeper.store.copytables import REFUSED

    with Copies(where, now=wall_ms, new=False) as copies:
        if discard is not None:
            many = copies.discard(discard)
            say(_(
                "Deleted what was set aside of %(venue)s: %(entries)s.",
                entries=counted(many, "entry", "entries"), venue=discard,
            ))
            return
        found, aside, refused = copies.conflicts(), copies.set_aside(), copies.refused()
    if as_json:
        say_json(
            [
                {
                    "venue": one.venue, "journal": one.journal, "agreed": one.agreed, "theirs": one.theirs,
                    "ours": one.ours, "noticed_ms": one.noticed_ms,
                    "refused": refused.get((one.venue, one.journal), (0, ""))[1],
                }
                for one in found
            ]
        )  # fmt: skip
        return
    if not found:
        say(_("No journal is in conflict."))
    for one in found:
        say(_(
            "%(venue)s %(journal)s: the same up to entry %(agreed)s; there it goes on to "
            "%(theirs)s, here to %(ours)s (noticed %(moment)s).",
            venue=one.venue, journal=one.journal, agreed=one.agreed, theirs=one.theirs, ours=one.ours,
            moment=moment(one.noticed_ms),
        ))
    for (venue, journal), (number, reason) in sorted(refused.items()):
        say(_(
            "%(venue)s %(journal)s: entry %(number)s is refused (%(reason)s).",
            venue=venue, journal=journal, number=number, reason=recognised(reason),
        ))
    for (venue, journal, why), many in sorted(aside.items()):
        if why == REFUSED:
            continue
        stand = counted(many, "entry stands", "entries stand")
        reason = _("was followed") if why == "parted" else _("is being shipped again")
        say(_(
            "%(venue)s %(journal)s: %(stand)s aside, since it %(reason)s.",
            venue=venue, journal=journal, stand=stand, reason=reason,
        ))


@command.command(epilog="Example: tablekeeper federation follow udine desk --database federation.db")
@click.argument("venue", metavar="VENUE")
@click.argument("journals", metavar="[JOURNAL ...]", nargs=-1)
@federation_database
def follow(venue: str, journals: tuple[str, ...], where: str) -> None:
    """Follow a restored venue in journals that have parted from the copies here, without JOURNAL in all.

    Our entries after the last common one are set aside, and the venue sends its own. The venue is asked
    again to remove names, because its copy may hold them.
    """
    from tablekeeper.federation import intake
    from tablekeeper.store.copies import Copies

    with Copies(where, now=wall_ms, new=False) as copies:
        held = [one.journal for one in copies.conflicts() if one.venue == venue]
        unknown = [one for one in journals if one not in held]
        if unknown or not held:
            raise UserError(
                "%(venue)s has no conflict%(where)s: `tablekeeper federation conflicts` lists them.",
                venue=venue, where=_(" in %(journal)s", journal=unknown[0]) if unknown else "",
            )
        for journal in journals or held:
            with copies.of_venue(venue) as ledger:
                intake.follow(ledger, journal)
    say(_(
        "%(venue)s is followed in %(journals)s.",
        venue=venue, journals=counted(len(journals or held), "journal"),
    ))


@command.command(epilog="Example: tablekeeper federation rankings world --database federation.db")
@click.argument("ranking", metavar="RANKING", default="world")
@federation_database
@as_json
def rankings(ranking: str, where: str, as_json: bool) -> None:
    """Show a ranking over all venues: world, double-threat or medal."""
    from tablekeeper import rankings as known
    from tablekeeper.director.federation.across import AcrossVenues
    from tablekeeper.rankings.figures import shown
    from tablekeeper.rankings.table import document
    from tablekeeper.store.copies import Copies

    if ranking not in known.RANKINGS:
        raise UserError(
            "There is no ranking '%(ranking)s': it is one of %(known)s.",
            ranking=ranking, known=", ".join(known.RANKINGS),
        )
    with Copies(where, now=wall_ms, new=False) as copies:
        across = AcrossVenues(copies)
        table, problems = across.table(ranking), across.problems()
    if as_json:
        say_json(document(table))
        return
    say(table.title)
    for row in table.rows:
        say(f"{row.rank:>4}  {shown(row.total):>8}  {row.player}")
    if not table.rows:
        say(_("No tournament counts yet."))
    for problem in problems:
        say(problem, err=True)


@command.command(
    epilog="Example: tablekeeper federation accounts udine trieste --folder /etc/tablekeeper-nats"
)
@click.argument("venues", metavar="VENUE ...", nargs=-1, required=True)
@click.option("--folder", type=_FILE, required=True, metavar="FOLDER", help="Where to write the files.")
def accounts(venues: tuple[str, ...], folder: Path) -> None:
    """Write the accounts of a NATS server: a venue may publish below its own name only.

    Writes accounts.conf, which the server's configuration includes, and a file NAME.secret for each venue and
    for the consumers. A secret that is there already is kept, so that a venue can be added later.
    """
    from tablekeeper.shipping import serverconfig

    words: dict[str, str] = {}
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        known = sorted(path.stem for path in folder.glob("*.secret"))
        for name in dict.fromkeys([serverconfig.FEDERATION, *known, *venues]):
            file = folder / f"{name}.secret"
            words[name] = file.read_text("utf-8").strip() if name in known else secrets.token_urlsafe(32)
        text = serverconfig.accounts(words)
        for name, secret in words.items():
            _write(folder / f"{name}.secret", secret + "\n")
        _write(folder / "accounts.conf", text, served=True)
    except OSError as error:
        raise UserError(
            "%(folder)s can't be written (%(reason)s): name another folder.",
            folder=folder, reason=error.strerror,
        ) from error
    say(_(
        "%(file)s has %(venues)s and the consumers.",
        file=folder / "accounts.conf", venues=counted(len(words) - 1, "venue"),
    ))


def _write(file: Path, text: str, *, served: bool = False) -> None:
    """Write a file that only this user can read; if it is `served`, its present group keeps its right."""
    new = file.with_suffix(".new")
    new.unlink(missing_ok=True)
    new.touch(mode=0o600)
    new.write_text(text, "utf-8")
    if served and os.name == "posix" and file.exists():
        # a server that could not read its accounts again would stop at the next start
        held = file.stat()
        os.chown(new, -1, held.st_gid)
        new.chmod(held.st_mode & 0o640 | 0o600)
    new.replace(file)
