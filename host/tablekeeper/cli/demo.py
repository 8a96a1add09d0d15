"""`tablekeeper demo`: a hall of virtual tables that play real matches, shown in a browser."""

from __future__ import annotations

import secrets
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from tablekeeper.cli.addresses import names_answered, phones_reach, say_phone, say_where
from tablekeeper.cli.files import read_transcripts
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import place
from tablekeeper.cli.stopping import Stop, stopping
from tablekeeper.cli.terminal import escape, headed, say
from tablekeeper.cli.tourney import report
from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.languages import _
from tablekeeper.text import name_list
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.demotables import DemoTables, Outcome
from tablekeeper.virtual.evening import Evening
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.pace import run_at
from tablekeeper.virtual.tourney import Tourney, names
from tablekeeper.virtual.verdict import ReplayVerdict
from tablekeeper.web.app import make_app
from tablekeeper.web.hallsocket import HallSocket
from tablekeeper.web.serving import Serving
from tablekeeper.web.settings import Settings

#: longest time (virtual) until arrived records are committed if no browser waits: fewer commits. It is less
#: than the 1.2 s after which a board sends a record again
_COMMIT_FAST_US = 1_000_000
_COMMIT_LIVE_US = 20_000
_LIVE_SPEED = 8.0
_TABLES, _EVENT_TABLES, _PLAYERS = 4, 12, 24
#: exit status of an interrupted command, as in shells
_INTERRUPTED = 130


class _Speed(click.ParamType[float]):
    name = "speed"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> float:
        if isinstance(value, float):
            return value
        text = str(value).strip().lower()
        if text == "max":
            return 0.0
        try:
            speed = float(text.removesuffix("x"))
        except ValueError:
            speed = 0.0
        if not 0.01 <= speed <= 100_000:
            self.fail(f"'{value}' is not a speed: give a number like 8, or max.", param, ctx)
        return speed


@click.command(epilog="Example: tablekeeper demo match.mat --tables 2 --speed 20")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE.mat ...]")
@click.option(
    "--event", type=click.Choice(["ttt"]), help="Play a whole event instead: ttt is a Tric Trac Tourney."
)
@click.option("--players", type=Whole(min=2), help=f"Players of the event.  [default: {_PLAYERS}]")
@click.option("--seed", type=Whole(0, 2**31 - 1), help="Of the event's dice and waits.  [default: 0]")
@click.option(
    "--tables",
    type=Whole(1, 40), help=f"Tables that play.  [default: {_TABLES}, with --event {_EVENT_TABLES}]",
)
@click.option(
    "--speed",
    type=_Speed(), metavar="X|max",
    help=f"How many times faster than real time.  [default: {_LIVE_SPEED:g}, with --once max]",
)
@click.option("--once", is_flag=True, help="Play everything to the end, print the results and stop.")
@click.option(
    "--database",
    metavar="URL", callback=place, help="Where to keep it all.  [default: a temporary SQLite file]",
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the pages.")
@click.option("--port", type=Whole(0, 65535), help="Port of the pages.  [default: 8000; with --once none]")
def command(
    files: tuple[Path, ...],
    event: str | None,
    players: int | None,
    seed: int | None,
    tables: int | None,
    speed: float | None,
    once: bool,
    database: str | None,
    host: str,
    port: int | None,
) -> None:
    """Play matches at virtual tables: real firmware on simulated boards, scored and stored by this host.

    Without FILE the matches that come with the program are played, round and round, beside a pawn race, a
    match of TARA and a clock for four. Open the address
    it prints; the link with a key in it signs you in as the director, so that you can press the keys
    of the free table.

    With --event ttt a Tric Trac Tourney is played to its end instead: everybody meets everybody for a game
    with real dice, and each table enters its results into the event. With --once the standings
    are printed, and counted again from the transcripts of the games alone: exit status 1 when they differ.
    """
    _check(files, event, players, seed)
    with_pages = port is not None or not once
    if speed is None:
        speed = 0.0 if once else _LIVE_SPEED
    with ExitStack() as stack:
        if database is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tablekeeper-"))
            database = f"sqlite:///{folder}/hall.db"
        stop = stack.enter_context(stopping())
        matches = [] if event else _matches(files)
        hall = VirtualHall(
            database,
            start_ms=time.time_ns() // 1_000_000,
            commit_us=_COMMIT_LIVE_US if with_pages and speed else _COMMIT_FAST_US,
        )
        stack.callback(hall.close)
        shown: _Evening | _Tourney
        if event:
            shown = _Tourney(hall, players or _PLAYERS, tables or _EVENT_TABLES, seed or 0)
        else:
            shown = _Evening(hall, matches, tables or _TABLES, activities=not files, again=not once)
        if with_pages:
            hall.add_table("Free table", seed=1)
            _serve(stack, hall, host, 8000 if port is None else port, shown.page)
        began = time.monotonic()
        _play(hall, shown, speed or None, once, stop)
        right = shown.report(time.monotonic() - began) if once else True
    if stop.asked:
        say(_("The hall is closed."), err=True)
        if once and not shown.over:
            raise SystemExit(_INTERRUPTED)
    if not right:
        raise SystemExit(1)


def _check(files: tuple[Path, ...], event: str | None, players: int | None, seed: int | None) -> None:
    if event and files:
        raise UserError("The games of an event are made while it is played: leave out FILE or --event.")
    for flag, value in (("--players", players), ("--seed", seed)):
        if value is not None and not event:
            raise UserError("%(flag)s says how an event is played: give --event ttt with it.", flag=flag)


def _matches(files: tuple[Path, ...]) -> list[Transcript]:
    matches, refused = read_transcripts(files or shipped())
    if refused or not matches:
        raise UserError(" ".join(refused) or _("There is nothing to play: give .mat files."))
    return matches


class _Evening:
    """An evening: matches of transcripts, and one table for every other kind of game."""

    page = ""

    def __init__(
        self, hall: VirtualHall, matches: list[Transcript], tables: int, *, activities: bool, again: bool
    ) -> None:
        self._evening = Evening(hall, matches, tables=min(tables, len(matches)), again=again)
        self._demo_tables = DemoTables(hall, again=again) if activities else None
        self.title = f"{len(matches)} matches"
        self.whole = self._evening.whole

    @property
    def done(self) -> int:
        """The number of steps done, of `whole`."""
        return self._evening.pressed

    @property
    def played(self) -> int:
        """The number of finished matches."""
        return len(self._evening.verdicts)

    @property
    def over(self) -> bool:
        """Whether all has been played."""
        return self._evening.over and (self._demo_tables is None or self._demo_tables.over)

    def report(self, seconds: float) -> bool:
        """Print the results."""
        _show_results(self._evening.verdicts, [] if self._demo_tables is None else self._demo_tables.outcomes)
        return True


class _Tourney:
    """A Tric Trac Tourney."""

    title = "Tric Trac Tourney"

    def __init__(self, hall: VirtualHall, players: int, tables: int, seed: int) -> None:
        self._hall = hall
        self._players = names(players)
        self._tourney = Tourney(hall, self._players, tables=min(tables, players // 2), seed=seed)
        self.page = f"/events/{self._tourney.event}"
        self.whole = self._tourney.whole

    @property
    def done(self) -> int:
        """The number of finished games, of `whole`."""
        return self._tourney.played

    played = done

    @property
    def over(self) -> bool:
        """Whether all has been played."""
        return self._tourney.over

    def report(self, seconds: float) -> bool:
        """Print the standings; return whether they are right."""
        return report(self._hall, self._tourney, self._players, seconds)


def _serve(stack: ExitStack, hall: VirtualHall, host: str, port: int, page: str) -> None:
    key = secrets.token_urlsafe(16)
    settings = Settings(login_key=key, allowed_hosts=names_answered(host))
    app = make_app(hall.director, settings=settings)
    serving = stack.enter_context(Serving(app, host, port))
    stack.enter_context(HallSocket(hall.director))
    say_where(serving.url, host, key, proxied=False)
    if page:
        say(_("The event's page:      %(page)s", page=page), err=True)
    say_phone(phones_reach(serving.url, host, None, ()))
    say(_("Ctrl-C closes it."), err=True)


def _play(hall: VirtualHall, shown: _Evening | _Tourney, speed: float | None, once: bool, stop: Stop) -> None:
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        console=console, disable=not console.is_terminal, transient=True,
    ) as bar:
        ends = once or bool(shown.page)
        task = bar.add_task(shown.title, total=shown.whole if ends else None, note="")

        said: dict[str, str | None] = {}

        def look() -> None:
            for board in hall.tables:
                trouble = hall.director.hall.tables[board.uid].trouble
                if trouble is not None and trouble != said.get(board.uid):
                    console.print(
                        f"{board.board.name}: {trouble}", markup=False, highlight=False, soft_wrap=True
                    )
                said[board.uid] = trouble
            note = f"{shown.played} played, {hall.clock.rate:,.0f} x life"
            bar.update(task, completed=shown.done, note=note)

        run_at(hall, speed, lambda: stop.asked or (once and shown.over), look)


def _show_results(verdicts: list[ReplayVerdict], outcomes: list[Outcome]) -> None:
    incomplete = escape(_(" (incomplete)"))
    table = headed(_("match"), _("players"), _("score"), _("games"), _("records"))
    for verdict in sorted(verdicts, key=lambda one: (one.file, one.match)):
        left, right = (escape(name or _("(no name)")) for name in verdict.players)
        table.add_row(
            escape(verdict.file),
            f"{left} v {right}",
            f"{verdict.score[0]}-{verdict.score[1]}" + ("" if verdict.complete else incomplete),
            str(len(verdict.games)),
            str(verdict.records),
        )
    for outcome in outcomes:
        table.add_row(
            escape(f"{outcome.table}: {outcome.title}"),
            escape(name_list(outcome.players)),
            escape(outcome.standing),
            str(outcome.games),
            str(outcome.records),
        )
    out = Console()
    out.print(table)
    for verdict in verdicts:
        for problem in verdict.problems:
            out.print(f"[yellow]{escape(_('note'))}[/yellow] {escape(verdict.file)}: {escape(problem)}")
    for outcome in outcomes:
        for problem in outcome.problems:
            out.print(f"[yellow]{escape(_('note'))}[/yellow] {escape(outcome.table)}: {escape(problem)}")
