"""`tablekeeper event timetable`: the start, time control and match length of rounds."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli.desk import duration, when
from tablekeeper.cli.eventdatabase import opened, which
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import as_json, database, event_argument, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.timetable import ALL, FIELDS, LONGEST_MATCH, RoundPlan, round_title
from tablekeeper.director.events.views import EventView
from tablekeeper.errors import UserError
from tablekeeper.languages import _, heading, joined
from tablekeeper.regulation.moment import clock_time

_MEMBERS = {"start": "start_ms", "control": "control", "length": "length"}


@click.command(
    "timetable", epilog='Example: tablekeeper event timetable "Spring cup" A B --start 20:00 --every 90m'
)
@event_argument
@click.argument("rounds", nargs=-1, metavar="[ROUND]...")
@click.option("--start", metavar="TIME", help="When the first ROUND named begins, like 20:00.")
@click.option("--every", metavar="DURATION", help="Each further round named begins this much later.")
@click.option("--control", metavar="TIMES", help='The time control, like "3m/pt b12" or none.')
@click.option("--length", type=Whole(1, LONGEST_MATCH), metavar="POINTS", help="Points of a match.")
@click.option("--clear", multiple=True, type=click.Choice(list(_MEMBERS)), help="Take a value back.")
@as_json
@database
def command(
    event: str, rounds: tuple[str, ...], start: str | None, every: str | None, control: str | None,
    length: int | None, clear: tuple[str, ...], as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Show or change the timetable of an event: boards are set up and lateness is counted by it.

    Rounds are named A, B, ... and PC1, LC1, ... in a knockout, and 1, 2, ... elsewhere. Without a ROUND the
    whole event is meant.
    """
    change: dict[str, Any] = {_MEMBERS[key]: None for key in clear}
    change |= {} if control is None else {"control": control}
    change |= {} if length is None else {"length": length}
    first, step = when(start), 0 if every is None else duration(every)
    if every is not None and (first is None or len(rounds) < 2):
        raise UserError("--every needs --start and two rounds or more.")
    if first is not None and every is None and len(rounds) > 1:
        raise UserError("Give with --every how much later each of these rounds begins.")
    plans = {
        name: change | ({} if first is None else {"start_ms": first + place * step})
        for place, name in enumerate(rounds or (ALL,))
    }
    with opened(database, writes=any(plans.values())) as events:
        chosen = which(events, event)
        known = events.timetables.rounds(chosen)
        for name in rounds:
            if known and name not in known:
                raise UserError(
                    "There is no round %(name)s: its rounds are %(known)s.",
                    name=name, known=", ".join(known),
                )
        if any(plans.values()):
            events.timetables.change(chosen, plans)
        view = events.get(chosen)
    _say(view, known, as_json)


def _say(view: EventView, known: tuple[str, ...], as_json: bool) -> None:
    plans = {name: view.rounds.get(name, RoundPlan()) for name in (ALL, *known)}
    if as_json:
        say_json({name: {key: getattr(plan, key) for key in FIELDS} for name, plan in plans.items()})
        return
    for name, plan in plans.items():
        told = [
            None if plan.start_ms is None else clock_time(plan.start_ms),
            None if plan.length is None else _("%(num)s points", num=plan.length),
            plan.control,
        ]
        title = round_title(name)
        say(
            joined(
                (heading(title), ": ", joined((one for one in told if one), ", ") if any(told) else "-"), ""
            )
        )
