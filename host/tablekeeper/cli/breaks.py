"""`tablekeeper break`: breaks that are allowed, taken and exceeded."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import (
    Opened,
    asked,
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
from tablekeeper.director.attention import break_text
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import clock_time, minutes
from tableprograms.backgammon.sheet import BREAK_MS


@click.group(cls=CommandGroup, epilog="Example: tablekeeper break take Ann Bob --length 13")
def command() -> None:
    """Breaks: two of 10 minutes for each player from 13 points on, else one, between two games.

    A board times breaks by itself; these commands are for matches without one, and for what follows.
    """


within = click.option("--within-game", is_flag=True, help="A game is in progress.")


@command.command(epilog="Example: tablekeeper break allow Ann Bob --length 13")
@shared.names_argument
@shared.length_option
@shared.about
@within
@shared.as_json
@shared.database
def allow(
    names: tuple[str, ...], length: int | None, match: int | None, event: str | None, within_game: bool,
    as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Say whether a player may take a break now, by the rule; nothing is stored."""
    player, opponent = two(names)
    with asked(database, tables=bool(match or event)) as here:
        finding = here.desk.timekeeping.may_break(
            player, opponent, length=length, match=match, event=here.event(event), within_game=within_game
        )
    say_finding(finding, as_json=as_json)


@command.command(epilog="Example: tablekeeper break take Ann Bob --length 13 --at 21:15")
@shared.names_argument
@shared.length_option
@shared.about
@within
@click.option("--at", metavar="TIME", help="When it began.  [default: now]")
@click.option("--consent", default="", metavar="TEXT", help="Why the director allows it beyond the rule.")
@shared.as_json
@shared.database
def take(
    names: tuple[str, ...], length: int | None, match: int | None, event: str | None, within_game: bool,
    at: str | None, consent: str, as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Begin a player's break: the player first, then the opponent."""
    player, opponent = two(names)
    with opened(database, writes=True, tables=bool(match or event)) as here:
        number = here.desk.timekeeping.take_break(
            player, opponent, length=length, match=match, event=here.event(event),
            within_game=within_game, at_ms=when(at), consent=consent,
        )  # fmt: skip
    if as_json:
        say_json({"break": number})
    else:
        say(_("Break %(number)s: %(player)s, 10 minutes.", number=number, player=player))


@command.command(epilog="Example: tablekeeper break back 5 --at 21:27")
@click.argument("number", type=Whole(min=1), metavar="NUMBER")
@click.option("--at", metavar="TIME", help="When the player was back.  [default: now]")
@shared.deciding
@shared.as_json
@shared.database
def back(
    number: int, at: str | None, instead: tuple[str, ...], reason: str, games: str, as_json: bool,
    database: str | None,
) -> None:  # fmt: skip
    """End the break NUMBER: in time, or with the penalty that follows."""
    decision = shared.decided(instead, "break")
    with opened(database, writes=True) as here:
        pause = here.desk.state().breaks.get(number)
        at_ms = when(at, None if pause is None else pause.from_ms)
        seq = here.desk.timekeeping.end_break(number, at_ms, instead=decision, reason=reason, games=games)
        say_ruling(here.desk, seq, as_json=as_json)


@command.command(epilog="Example: tablekeeper break exceeded Ann Bob --took 14:30")
@shared.names_argument
@click.option("--took", required=True, metavar="DURATION", help="How long it was: 14m, 14:30.")
@shared.about
@shared.deciding
@shared.as_json
@shared.database
def exceeded(
    names: tuple[str, ...], took: str, match: int | None, event: str | None, instead: tuple[str, ...],
    reason: str, games: str, as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Rule on a break that was timed elsewhere, such as by a board."""
    player, opponent = two(names)
    took_ms, decision = shared.duration(took), shared.decided(instead, "break")
    with opened(database, writes=True, tables=bool(match or event)) as here:
        seq = here.desk.timekeeping.exceeded(
            player, opponent, took_ms=took_ms, match=match, event=here.event(event), instead=decision,
            reason=reason, games=games,
        )  # fmt: skip
        say_ruling(here.desk, seq, as_json=as_json)


@command.command("list", epilog="Example: tablekeeper break list")
@shared.as_json
@lending(opened, writes=False, tables=True)
def list_breaks(here: Opened, as_json: bool) -> None:
    """List the breaks in progress, and those at boards that were too long and are not settled."""
    now = wall_ms()
    going = [one for one, _finding in here.desk.timekeeping.back(now)]
    over = {one.seq: max(0, now - one.from_ms - BREAK_MS) for one in going}
    tables = here.desk.timekeeping.at_tables()
    if as_json:
        say_json([
            *({"break": one.seq, "player": one.player, "opponent": one.opponent, "from_ms": one.from_ms,
               "over_ms": over[one.seq]} for one in going),
            *({"break": None, **asdict(one)} for one in tables),
        ])  # fmt: skip
        return
    for one in going:
        told = {"seq": one.seq, "player": one.player, "clock_time": clock_time(one.from_ms)}
        if late := over[one.seq]:
            told["over"] = minutes(late)
            say(_("Break %(seq)s: %(player)s, since %(clock_time)s, %(over)s too long.", **told))
        else:
            say(_("Break %(seq)s: %(player)s, since %(clock_time)s.", **told))
    for found in tables:
        since = "" if found.from_ms is None else _(", since %(time)s", time=clock_time(found.from_ms))
        say(joined((break_text(found), since, "."), ""))
    if not going and not tables:
        say(_("No break is in progress."))
