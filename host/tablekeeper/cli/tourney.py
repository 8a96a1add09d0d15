"""The output of `tablekeeper demo --event` after its tourney, with a check of the standings."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console

from tablekeeper.cli.standings import show
from tablekeeper.cli.terminal import escape, say
from tablekeeper.formats import FORMATS
from tablekeeper.languages import _
from tablekeeper.text import counted
from tablekeeper.virtual.hall import VirtualHall
from tablekeeper.virtual.recount import differences, recounted
from tablekeeper.virtual.tourney import Tourney

_HOUR_US = 3600 * 1_000_000


def report(hall: VirtualHall, tourney: Tourney, players: Sequence[str], seconds: float) -> bool:
    """Print standings and speed; return whether the standings agree with those from the transcripts alone.

    `seconds` is the duration of the play.
    """
    answer = hall.director.events.get(tourney.event).answer
    assert answer is not None
    show(Console(), FORMATS["ttt"].title, answer, explain=False)
    games = tourney.games
    hours = tourney.table_us / _HOUR_US
    speed = _("%(speed)s x real time", speed=f"{3600 * hours / seconds:,.0f}") if seconds else _("at once")
    say(_(
        "%(games)s: %(hours)s hours at the tables in %(seconds)s s, %(speed)s.",
        games=counted(len(games), "game"), hours=f"{hours:.1f}", seconds=f"{seconds:.0f}", speed=speed,
    ))
    out = Console()
    for problem in tourney.problems():
        out.print(f"[yellow]{escape(_('note'))}[/yellow] {escape(problem)}", soft_wrap=True)
    if not tourney.over:
        return True
    found = differences(answer, recounted(players, games))
    for sentence in found:
        out.print(f"[red]{escape(_('wrong'))}[/red] {escape(sentence)}", soft_wrap=True)
    if not found:
        say(_("The transcripts alone give the same standings."))
    return not found and answer.over
