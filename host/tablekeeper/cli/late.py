"""`tablekeeper late`: missing players, their penalties, and the ruling at the arrival."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import (
    Opened,
    asked,
    changes,
    opened,
    say_finding,
    say_json,
    say_ruling,
    two,
    when,
)
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.options import lending
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.errors import UserError
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


late_argument = click.argument("late", type=Whole(min=1), metavar="NUMBER")


@command.command(epilog="Example: tablekeeper late start Ann Bob --length 7 --scheduled 20:00")
@shared.names_argument
@click.option(
    "--scheduled",
    metavar="TIME",
    help="When the match should have begun.  [default: the start of its round in the event's timetable]",
)
@click.option(
    "--from",
    "from_",
    metavar="TIME",
    help="Penalties count from this time.  [default: 20 minutes after the match should have begun]",
)
@click.option("--granted", is_flag=True, help="An hour was granted: penalties count after it.")
@click.option("--clock/--no-clock", default=None, help="Is a clock in use?  [default: as at the table]")
@click.option("--arrived", metavar="TIME", help="When the player arrived: the ruling is made at once.")
@shared.length_option
@shared.about
@shared.deciding
@shared.dry_run
@shared.as_json
@shared.database
def start(
    names: tuple[str, ...], scheduled: str | None, from_: str | None, granted: bool, clock: bool | None,
    arrived: str | None, length: int | None, match: int | None, event: str | None,
    instead: tuple[str, ...], reason: str, games: str, dry_run: bool, as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Note that a player is missing: the late one first, then the opponent who waits."""
    player, opponent = two(names)
    if instead and arrived is None:
        raise UserError("--instead is the decision at the arrival: give --arrived, too.")
    if from_ is not None and granted:
        raise UserError("Give --from or --granted, not both.")
    shared.check_dry(dry_run, instead, reason)
    scheduled_ms = when(scheduled)
    from_ms, at = when(from_, scheduled_ms), when(arrived, scheduled_ms)
    decision = shared.decided(instead, "late")
    tables = bool(match or event)
    with asked(database, tables=tables) if dry_run else opened(database, writes=True, tables=tables) as here:
        noted: dict[str, Any] = {
            "scheduled_ms": scheduled_ms, "from_ms": from_ms, "granted": granted, "clock": clock,
            "length": length, "match": match, "event": here.event(event),
        }  # fmt: skip
        if dry_run:
            finding = here.desk.timekeeping.lateness(player, opponent, at_ms=at, **noted)
            say_finding(finding, as_json=as_json)
            return
        noted["reason"] = reason
        if at is not None:
            seq = here.desk.timekeeping.was_late(
                player, opponent, at_ms=at, instead=decision, games=games, **noted
            )
            say_ruling(here.desk, seq, as_json=as_json)
            return
        number = here.desk.timekeeping.late(player, opponent, **noted)
        missing = here.desk.state().late[number]
    if as_json:
        say_json({"late": number, "from_ms": missing.from_ms})
        return
    say(_(
        "Late %(number)s: %(player)s is missing; penalties count from %(clock_time)s.",
        number=number, player=player, clock_time=clock_time(missing.from_ms),
    ))


@command.command(epilog='Example: tablekeeper late grant 3 "the train stands still" --until 21:30')
@late_argument
@click.argument("reason", metavar="REASON")
@click.option("--until", metavar="TIME", help="Penalties count from then; else an hour after the schedule.")
@changes
def grant(here: Opened, late: int, reason: str, until: str | None) -> None:
    """Grant a delay to the player missing under NUMBER, by default an hour."""
    here.desk.timekeeping.grant(late, reason, from_ms=when(until))
    missing = here.desk.state().late[late]
    say(_("Granted: penalties count from %(clock_time)s.", clock_time=clock_time(missing.from_ms)))


@command.command(epilog="Example: tablekeeper late arrived 3 --at 20:47")
@late_argument
@click.option("--at", metavar="TIME", help="When the player arrived, or was out.  [default: now]")
@shared.deciding
@shared.as_json
@shared.database
def arrived(
    late: int, at: str | None, instead: tuple[str, ...], reason: str, games: str, as_json: bool,
    database: str | None,
) -> None:  # fmt: skip
    """Rule on the lateness noted under NUMBER: points, disqualification, or the clock."""
    decision = shared.decided(instead, "late")
    with opened(database, writes=True, tables=True) as here:
        noted = here.desk.state().late.get(late)
        at_ms = when(at, None if noted is None else noted.scheduled_ms)
        seq = here.desk.timekeeping.arrived(late, at_ms, instead=decision, reason=reason, games=games)
        say_ruling(here.desk, seq, as_json=as_json)


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
