"""`tablekeeper replay`: plays transcripts through firmware, wire, host and store, and prints the results."""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tablekeeper.cli.files import read_transcripts
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.refusal import REFUSED
from tablekeeper.cli.terminal import escape, say
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.games.backgammon.transcript import Transcript
from tablekeeper.languages import _
from tablekeeper.virtual.replay import ReplayedMatch, replay, replay_with_faults


@click.command(epilog="Example: tablekeeper replay match.mat --faults 7")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per line, one for each match.")
@click.option(
    "--faults",
    type=Whole(min=0), metavar="SEED",
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
        console=console, disable=not console.is_terminal, transient=True,
    )
    out = Console()
    with bar:
        for transcript in matches:
            try:
                played = _play(transcript, seed, faults, bar)
            except (UserError, ResourceError) as error:
                # play the other matches, even if one fails
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
        say(_("Error: %(sentence)s", sentence=sentence), err=True)
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
    left, right = (escape(name or _("(no name)")) for name in verdict.players)
    length = _("%(length)s-point match", length=verdict.length) if verdict.length else _("no limit")
    out.print(f"[bold]{escape(verdict.file)}[/bold]  {left} v {right}, {escape(length)}", soft_wrap=True)
    table = Table()
    for heading in (_("game"), _("winner"), _("points"), _("cube"), _("kind")):
        table.add_column(escape(heading), justify="left" if heading in ("winner", "kind") else "right")
    for game in verdict.games:
        crawford = " (Crawford)" if game.game == verdict.crawford_game else ""
        table.add_row(
            f"{game.game}{crawford}", (left, right)[game.winner], str(game.points), str(game.cube), game.kind
        )
    out.print(table)
    state = _("complete") if verdict.complete else _("incomplete")
    told = _(
        "%(score)s, %(state)s, %(records)s records stored",
        score=f"{verdict.score[0]}-{verdict.score[1]}", state=state, records=verdict.records,
    )
    out.print("  " + escape(told))
    if played.injected:
        out.print(f"  [dim]{played.injected}[/dim]", soft_wrap=True)
    for illegal in verdict.illegal:
        where = escape(_("game %(game)s, line %(line)s", game=illegal["game"], line=illegal["line"]))
        what = f"{where}: {escape(illegal['text'])}: {escape(illegal['why'])}"
        out.print(f"  [yellow]{escape(_('illegal'))}[/yellow] {what}", soft_wrap=True)
    for problem in verdict.problems:
        out.print(f"  [yellow]{escape(_('note'))}[/yellow] {escape(problem)}", soft_wrap=True)
    out.print()
