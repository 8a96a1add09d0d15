"""`tablekeeper replay`: plays transcripts through firmware, wire, host and store, and prints the results."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tablekeeper.cli.files import read_transcripts
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.refusal import REFUSED
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.virtual.replay import ReplayedMatch, replay, replay_with_faults


@click.command(epilog="Example: tablekeeper replay match.mat --faults 7")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line, one per match.")
@click.option(
    "--faults",
    type=Whole(min=0),
    metavar="SEED",
    help="Play each match a second time while cable, host and power fail, and compare the two logs.",
)
@click.option("--seed", type=Whole(min=0), default=0, help="Seed of the players' timing.")
def command(files: tuple[Path, ...], as_json: bool, faults: int | None, seed: int) -> None:
    """Play transcripts (.mat, .sgf) key by key on a virtual board, and compare what the host has stored.

    Every match goes the whole way: keys, firmware, frames, host, database. Exit status 2 when a file
    can't be read or played; the other files are played.
    """
    matches, refused = read_transcripts(files)
    console = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeElapsedColumn(),
        console=console,
        disable=not console.is_terminal,
        transient=True,
    )
    out = Console()
    with bar:
        for transcript in matches:
            try:
                played = _play(transcript, seed, faults, bar)
            except (UserError, ResourceError) as error:
                # the other matches are played, even if one could not be
                refused.append(str(error))
                continue
            if as_json:
                sys.stdout.write(json.dumps(played.verdict.as_json(), ensure_ascii=False) + "\n")
                sys.stdout.flush()
            else:
                bar.stop()
                _show(out, played)
                bar.start()
    for sentence in refused:
        click.echo(f"Error: {sentence}", err=True)
    if refused:
        raise SystemExit(REFUSED)


def _play(transcript: Transcript, seed: int, faults: int | None, bar: Progress) -> ReplayedMatch:
    name = transcript.file if transcript.match == 1 else f"{transcript.file} #{transcript.match}"
    task = bar.add_task(escape(name), total=1)

    def progress(done: int, whole: int) -> None:
        bar.update(task, completed=done, total=max(1, whole))

    with tempfile.TemporaryDirectory(prefix="tablekeeper-") as folder:
        one, other = (f"sqlite:///{folder}/{name}.db" for name in ("clean", "faults"))
        try:
            if faults is None:
                return replay(transcript, one, seed=seed, progress=progress)
            return replay_with_faults(transcript, (one, other), seed=seed, faults=faults, progress=progress)
        except UserError as error:
            raise UserError("%(name)s: %(error)s", name=name, error=error) from error
        finally:
            bar.remove_task(task)


def _show(out: Console, played: ReplayedMatch) -> None:
    verdict = played.verdict
    left, right = (escape(name or "(no name)") for name in verdict.players)
    length = f"{verdict.length}-point match" if verdict.length else "no limit"
    out.print(f"[bold]{escape(verdict.file)}[/bold]  {left} v {right}, {length}", soft_wrap=True)
    table = Table()
    for heading in ("game", "winner", "points", "cube", "kind"):
        table.add_column(heading, justify="left" if heading in ("winner", "kind") else "right")
    for game in verdict.games:
        crawford = " (Crawford)" if game.game == verdict.crawford_game else ""
        table.add_row(
            f"{game.game}{crawford}", (left, right)[game.winner], str(game.points), str(game.cube), game.kind
        )
    out.print(table)
    state = "complete" if verdict.complete else "incomplete"
    out.print(f"  {verdict.score[0]}-{verdict.score[1]}, {state}, {verdict.records} records stored")
    if played.injected:
        out.print(f"  [dim]{played.injected}[/dim]", soft_wrap=True)
    for illegal in verdict.illegal:
        where = f"game {illegal['game']}, line {illegal['line']}"
        what = f"{where}: {escape(illegal['text'])}: {escape(illegal['why'])}"
        out.print(f"  [yellow]illegal[/yellow] {what}", soft_wrap=True)
    for problem in verdict.problems:
        out.print(f"  [yellow]note[/yellow] {escape(problem)}", soft_wrap=True)
    out.print()
