"""`tablekeeper late`: missing players, their penalties, and the ruling at the arrival."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli import actions
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened, opened, say_json
from tablekeeper.cli.options import lending
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.timekeeping import ARRIVED, GRANT, LATE
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.languages import _
from tablekeeper.regulation.moment import clock_time


@click.group(
    cls=CommandGroup,
    epilog="Example: tablekeeper late start Ann Bob --length 7 --scheduled 20:00 --arrived 20:47",
)
def command() -> None:
    """Lateness: points by the clock from the moment the director sets, granted delays, the clock instead.

    One point for each full 5 minutes, from 20 minutes after the schedule by default; the player is out
    with more than half of the match length. Times are written like 20:00 or 2026-11-21 20:00.
    """


for words, kind in {"start": LATE, "grant": GRANT, "arrived": ARRIVED}.items():
    command.add_command(actions.command(f"late {words}", kind))


@command.command("list", epilog="Example: tablekeeper late list")
@shared.as_json
@lending(opened, writes=False, tables=True)
def list_late(here: Opened, as_json: bool) -> None:
    """List the missing players, the points lost by now, and when each is out."""
    timekeeping = here.desk.timekeeping
    missing = timekeeping.missing(wall_ms())
    rows: list[dict[str, Any]] = [
        {
            "late": one.seq, "player": one.player, "opponent": one.opponent, "from_ms": one.from_ms,
            "out_ms": timekeeping.out_ms(one), **shared.finding_document(finding),
        }
        for one, finding in missing
    ]  # fmt: skip
    if as_json:
        say_json(rows)
        return
    for (one, finding), row in zip(missing, rows, strict=True):
        until = "" if row["out_ms"] is None else _("; out at %(time)s", time=clock_time(row["out_ms"]))
        say(_("Late %(seq)s: %(sentence)s%(until)s.", seq=one.seq, sentence=finding.sentence, until=until))
    if not rows:
        say(_("Nobody is missing."))
