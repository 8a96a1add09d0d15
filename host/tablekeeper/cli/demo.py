"""`tablekeeper demo`: a hall of virtual tables that play real matches, shown in a browser."""

from __future__ import annotations

import secrets
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tablekeeper.cli.addresses import names_answered, say_where
from tablekeeper.cli.files import read_transcripts
from tablekeeper.cli.refusal import Refusal, refusals
from tablekeeper.cli.stopping import Stop, stopping
from tablekeeper.transcripts import shipped
from tablekeeper.virtual.evening import Evening
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.pace import run_at
from tablekeeper.virtual.parlour import Outcome, Parlour
from tablekeeper.virtual.verdict import Verdict
from tablekeeper.web.app import make_app
from tablekeeper.web.serving import Serving, WebError
from tablekeeper.web.settings import Settings

#: fewer commits when nobody waits for the screen: what arrives may wait this long (virtual time)
_COMMIT_FAST_US = 400_000
_COMMIT_LIVE_US = 20_000
_LIVE_SPEED = 8.0
#: exit status when not all was played that was to be, as shells count it
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
@click.option("--tables", type=click.IntRange(1, 40), default=4, show_default=True, help="Tables that play.")
@click.option(
    "--speed",
    type=_Speed(),
    metavar="X|max",
    help=f"How many times faster than life.  [default: {_LIVE_SPEED:g}, with --once max]",
)
@click.option("--once", is_flag=True, help="Play everything to the end, print the results and stop.")
@click.option("--database", metavar="URL", help="Where to keep it all.  [default: a temporary SQLite file]")
@click.option("--host", default="127.0.0.1", show_default=True, help="Address of the pages.")
@click.option(
    "--port", type=click.IntRange(0, 65535), help="Port of the pages.  [default: 8000; with --once none]"
)
def command(
    files: tuple[Path, ...],
    tables: int,
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
    """
    matches, refused = read_transcripts(files or shipped())
    if refused or not matches:
        raise Refusal(" ".join(refused) or "There is nothing to play: give .mat files.")
    with_pages = port is not None or not once
    if speed is None:
        speed = 0.0 if once else _LIVE_SPEED
    with ExitStack() as stack:
        if database is None:
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="tablekeeper-"))
            database = f"sqlite:///{folder}/hall.db"
        stop = stack.enter_context(stopping())
        stack.enter_context(refusals())
        hall = VirtualHall(
            database,
            start_ms=time.time_ns() // 1_000_000,
            commit_us=_COMMIT_LIVE_US if with_pages and speed else _COMMIT_FAST_US,
        )
        stack.callback(hall.close)
        evening = Evening(hall, matches, tables=min(tables, len(matches)), again=not once)
        # what comes with the program shows every kind of game
        parlour = None if files else Parlour(hall, again=not once)
        if with_pages:
            hall.add_table("Free table", seed=1)
            _serve(stack, hall, host, 8000 if port is None else port)
        _play(hall, evening, parlour, len(matches), speed or None, once, stop)
        if once:
            _show_results(evening.verdicts, [] if parlour is None else parlour.outcomes)
    if stop.asked:
        click.echo("The hall is closed.", err=True)
        if once and not (evening.over and (parlour is None or parlour.over)):
            raise SystemExit(_INTERRUPTED)


def _serve(stack: ExitStack, hall: VirtualHall, host: str, port: int) -> None:
    key = secrets.token_urlsafe(16)
    settings = Settings(login_key=key, allowed_hosts=names_answered(host))
    app = make_app(hall.director, settings=settings)
    try:
        serving = stack.enter_context(Serving(app, host, port))
    except WebError as error:
        raise Refusal(str(error)) from error
    say_where(serving.url, host, key, proxied=False)
    click.echo("Ctrl-C closes it.", err=True)


def _play(
    hall: VirtualHall,
    evening: Evening,
    parlour: Parlour | None,
    matches: int,
    speed: float | None,
    once: bool,
    stop: Stop,
) -> None:
    console = Console(stderr=True)
    with Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[note]}"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    ) as bar:
        task = bar.add_task(f"{matches} matches", total=evening.whole if once else None, note="")

        said: dict[str, str | None] = {}

        def look() -> None:
            for board in hall.tables:
                trouble = hall.director.tables[board.uid].trouble
                if trouble is not None and trouble != said.get(board.uid):
                    console.print(
                        f"{board.board.name}: {trouble}", markup=False, highlight=False, soft_wrap=True
                    )
                said[board.uid] = trouble
            note = f"{len(evening.verdicts)} played, {hall.clock.rate:,.0f} x life"
            bar.update(task, completed=evening.pressed, note=note)

        def over() -> bool:
            return evening.over and (parlour is None or parlour.over)

        run_at(hall, speed, lambda: stop.asked or (once and over()), look)


def _show_results(verdicts: list[Verdict], outcomes: list[Outcome]) -> None:
    table = Table("match", "players", "score", "games", "records")
    for verdict in sorted(verdicts, key=lambda one: (one.file, one.match)):
        left, right = (escape(name or "(no name)") for name in verdict.players)
        table.add_row(
            escape(verdict.file),
            f"{left} v {right}",
            f"{verdict.score[0]}-{verdict.score[1]}" + ("" if verdict.complete else " (incomplete)"),
            str(len(verdict.games)),
            str(verdict.records),
        )
    for outcome in outcomes:
        table.add_row(
            escape(f"{outcome.table}: {outcome.title}"),
            escape(", ".join(outcome.players)),
            escape(outcome.standing),
            str(outcome.games),
            str(outcome.records),
        )
    out = Console()
    out.print(table)
    for verdict in verdicts:
        for problem in verdict.problems:
            out.print(f"[yellow]note[/yellow] {escape(verdict.file)}: {escape(problem)}")
    for outcome in outcomes:
        for problem in outcome.problems:
            out.print(f"[yellow]note[/yellow] {escape(outcome.table)}: {escape(problem)}")
