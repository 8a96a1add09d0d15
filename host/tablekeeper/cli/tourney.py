"""What `tablekeeper demo --event` prints when its tourney is over, and whether the standings are right."""

from __future__ import annotations

from collections.abc import Sequence

import click
from rich.console import Console
from rich.markup import escape

from tablekeeper.cli.standings import show
from tablekeeper.formats import FORMATS
from tablekeeper.text import counted
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.recount import differences, recounted
from tablekeeper.virtual.tourney import Tourney

_HOUR_US = 3600 * 1_000_000


def report(hall: VirtualHall, tourney: Tourney, players: Sequence[str], seconds: float) -> bool:
    """Print standings and speed, compare with the transcripts alone; return whether they agree.

    `seconds` is how long the play took.
    """
    answer = hall.director.events.get(tourney.event).answer
    assert answer is not None
    show(Console(), FORMATS["ttt"].title, answer, explain=False)
    games = tourney.games
    hours = tourney.table_us / _HOUR_US
    speed = f"{3600 * hours / seconds:,.0f} x life" if seconds else "at once"
    click.echo(
        f"{counted(len(games), 'game')}: {hours:.1f} hours at the tables in "
        f"{seconds:.0f} s, {speed}."
    )
    out = Console()
    for problem in tourney.problems():
        out.print(f"[yellow]note[/yellow] {escape(problem)}", soft_wrap=True)
    if not tourney.over:
        return True
    found = differences(answer, recounted(players, games))
    for sentence in found:
        out.print(f"[red]wrong[/red] {escape(sentence)}", soft_wrap=True)
    if not found:
        click.echo("The transcripts alone give the same standings.")
    return not found and answer.over
