"""`tablekeeper federation demo`: a NATS server, PostgreSQL, two venues that play, and their federation.

Each is a separate process, started by the usual commands, in a folder that is removed at the end.
"""

from __future__ import annotations

import contextlib
import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import click

from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.stopping import Stop, stopping
from tablekeeper.cli.terminal import say
from tablekeeper.director.federation.across import AcrossVenues
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
from tablekeeper.languages import _, ngettext
from tablekeeper.rankings.systems import SYSTEMS
from tablekeeper.shipping import serverconfig
from tablekeeper.shipping.connection import NatsServer
from tablekeeper.shipping.consumer import Consumer
from tablekeeper.store.copies import Copies
from tablekeeper.text import counted, listing
from tablekeeper.web.federationapp import make_federation_app
from tablekeeper.web.serving import Serving

VENUES = ("trieste", "udine")
#: Debian's paths of programs that are not in PATH
_PLACES = {"nats-server": "/usr/sbin/nats-server", "initdb": "/usr/lib/postgresql/*/bin/initdb"}
#: seconds that a program may take to start
_START_S = 60


@click.command(epilog="Example: tablekeeper federation demo --once")
@click.option("--once", is_flag=True, help="Print the ratings when everything has arrived, and stop.")
@click.option("--players", type=Whole(4, 24), default=6, show_default=True, help="Players at each venue.")
@click.option("--http-port", type=Whole(0, 65535), default=8100, show_default=True, help="Port of the pages.")
def demo(once: bool, players: int, http_port: int) -> None:
    """Let two virtual venues play a tourney each, and show their ratings together.

    Needs nats-server; without PostgreSQL's initdb the federation's database is a SQLite file. The venues play
    to the end while nobody listens, and then catch up.
    """
    nats = _program("nats-server")
    if nats is None:
        raise UserError("There is no nats-server here: install it (apt install nats-server).")
    with ExitStack() as stack:
        stop = stack.enter_context(stopping())
        # a short name, because PostgreSQL's socket is in this folder
        folder = Path(
            stack.enter_context(tempfile.TemporaryDirectory(prefix="tk-", ignore_cleanup_errors=True))
        )
        url = stack.enter_context(_database(folder))
        playing = [_play(stack, folder, venue, players, seed) for seed, venue in enumerate(VENUES)]
        say(_("%(venues)s play a tourney each.", venues=listing(VENUES)), err=True)
        _run(folder, "federation", "accounts", *VENUES, "--folder", str(folder / "accounts"))
        server = _start_nats(stack, folder, nats)
        copies = stack.enter_context(Copies(url, now=wall_ms))
        across = AcrossVenues(copies)
        serving = stack.enter_context(Serving(make_federation_app(across), "127.0.0.1", http_port))
        say(_("The federation's pages: %(url)s/", url=serving.url), err=True)
        secret = str(folder / "accounts" / "federation.secret")
        stack.enter_context(Consumer(copies, NatsServer(server, serverconfig.FEDERATION, secret), told=_say))
        for venue, process in zip(VENUES, playing, strict=True):
            if not _wait(stop, lambda process=process: process.poll() is not None):
                return
            if process.returncode:
                raise UserError("The tourney of %(venue)s was not played to its end.", venue=venue)
            _join(stack, folder, venue, server)
        if _wait(stop, lambda: _arrived(across)):
            _report(across)
        if not once:
            say(_("Ctrl-C ends it."), err=True)
            while not stop.wait(60):
                pass
    say(_("The federation is closed."), err=True)


def _play(stack: ExitStack, folder: Path, venue: str, players: int, seed: int) -> subprocess.Popen[bytes]:
    words = ("demo", "--event", "ttt", "--players", str(players), "--tables", str(max(2, players // 2)))
    database = str(folder / f"{venue}.db")
    return _process(stack, folder, *words, "--seed", str(seed), "--once", "--database", database)


def _join(stack: ExitStack, folder: Path, venue: str, server: str) -> None:
    """Confirm a venue's tourney for the ratings, and join the federation."""
    place = ("--database", str(folder / f"{venue}.db"))
    _run(folder, "event", "finish", "1", *place)
    _run(folder, "rankings", "confirm", "1", *place)
    secret = str(folder / "accounts" / f"{venue}.secret")
    _run(folder, "venue", "join", venue, "--server", server, "--secret", secret, *place)
    say(_("%(venue)s has played and joins.", venue=venue), err=True)
    _process(stack, folder, "serve", "--port", str(folder / "no-board"), "--http-port", "0", *place)


def _arrived(across: AcrossVenues) -> bool:
    counting = [entry for venue in across.venues() for entry in venue.entries if entry.counts]
    return len(counting) == len(VENUES)


def _report(across: AcrossVenues) -> None:
    # a Tric Trac Tourney is rated, but counts in no points ranking
    for key, system in SYSTEMS.items():
        rows = across.ratings(key)
        if rows:
            say(_(
                "%(title)s of %(venues)s",
                title=system.title, venues=counted(len(across.venues()), "venue"),
            ))
        for row in rows:
            say(f"{row.figures['rating']:>9.2f}  {row.player}")
    for event in across.events():
        say(_(
            "%(venue)s: %(name)s, %(players)s players",
            venue=event.venue, name=event.row.name, players=event.players,
        ))
    same = len(across.doubles())
    say(ngettext(
        "%(num)s name stands at both venues; nobody is merged by name alone.",
        "%(num)s names stand at both venues; nobody is merged by name alone.",
        same,
    ))


def _wait(stop: Stop, happened: object) -> bool:
    """Wait until `happened` returns true; return False if the command was stopped before."""
    assert callable(happened)
    while not happened():
        if stop.wait(0.2):
            return False
    return True


def _say(sentence: str) -> None:
    say(f"{time.strftime('%H:%M:%S')}  {sentence}", err=True)


# --- programs -----------------------------------------------------------------------------------


def _program(name: str) -> str | None:
    found = shutil.which(name)
    return found or max(glob.glob(_PLACES[name]), key=lambda one: (len(one), one), default=None)


def _environment(folder: Path) -> dict[str, str]:
    """Return environment variables that keep the venues' accounts apart from this user's accounts."""
    return os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}


def _run(folder: Path, *words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tablekeeper", *words],
        env=_environment(folder), capture_output=True, text=True,
    )
    if done.returncode:
        told = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise UserError(
            "`tablekeeper %(words)s` failed: %(reason)s", words=" ".join(words[:2]), reason=told[-1]
        )


def _process(stack: ExitStack, folder: Path, *words: str) -> subprocess.Popen[bytes]:
    return _started(stack, folder, [sys.executable, "-m", "tablekeeper", *words])


def _started(stack: ExitStack, folder: Path, words: list[str]) -> subprocess.Popen[bytes]:
    log = stack.enter_context((folder / f"{Path(words[-1]).name}.log").open("ab"))
    process = subprocess.Popen(
        # Ctrl-C must reach only this command, which stops the others in order
        words, env=_environment(folder), stdout=log, stderr=log, stdin=subprocess.DEVNULL,
        start_new_session=True,
    )  # fmt: skip

    def end() -> None:
        process.terminate()
        try:
            process.wait(_START_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    stack.callback(end)
    return process


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _start_nats(stack: ExitStack, folder: Path, program: str) -> str:
    port = _free_port()
    text = serverconfig.server("demo", f"127.0.0.1:{port}", str(folder / "streams"), "accounts/accounts.conf")
    (folder / "nats.conf").write_text(text, "utf-8")
    process = _started(stack, folder, [program, "-c", str(folder / "nats.conf")])
    until = time.monotonic() + _START_S
    while True:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", port), 1).close()
            return f"nats://127.0.0.1:{port}"
        if process.poll() is not None or time.monotonic() > until:
            raise UserError("nats-server does not start: %(log)s", log=(folder / "nats.conf.log").read_text())
        time.sleep(0.1)


@contextlib.contextmanager
def _database(folder: Path) -> Iterator[str]:
    """Yield the URL of the federation's database: a private PostgreSQL server if it is installed."""
    initdb = _program("initdb")
    if initdb is None:
        say(_("There is no PostgreSQL here: the federation's database is a SQLite file."), err=True)
        yield f"sqlite:///{folder / 'federation.db'}"
        return
    # PostgreSQL refuses to run as root
    root = os.name == "posix" and os.geteuid() == 0
    user = ["runuser", "-u", "nobody", "--"] if root else []
    with tempfile.TemporaryDirectory(prefix="tk-", ignore_cleanup_errors=True) as home:
        data, port = f"{home}/data", _free_port()
        if root:
            shutil.chown(home, "nobody")
        control = str(Path(initdb).resolve().with_name("pg_ctl"))
        options = f"-p {port} -k {home} -c listen_addresses=127.0.0.1"

        def run(*words: str) -> None:
            done = subprocess.run(
                [*user, *words], cwd="/", stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
            )
            if done.returncode:
                raise UserError("PostgreSQL does not start: %(reason)s", reason=done.stderr.strip())

        run(initdb, "-D", data, "-U", "federation", "-A", "trust", "-E", "UTF8")
        run(control, "-D", data, "-w", "-l", f"{home}/log", "-o", options, "start")
        try:
            yield f"postgresql://federation@127.0.0.1:{port}/postgres"
        finally:
            run(control, "-D", data, "-w", "-m", "fast", "stop")
