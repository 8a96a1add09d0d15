"""`tablekeeper break`: breaks that are allowed, taken and exceeded."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli import actions
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened, asked, opened, say_finding, say_json, two
from tablekeeper.cli.options import lending
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.attention import break_text
from tablekeeper.director.desk.timekeeping import BACK, BREAK, EXCEEDED
from tablekeeper.director.hallclock import wall_ms
from tablekeeper.languages import _, joined
from tablekeeper.regulation.moment import clock_time, minutes
from tableprograms.backgammon.sheet import BREAK_MS


@click.group(cls=CommandGroup, epilog="Example: tablekeeper break take Ann Bob --length 13")
def command() -> None:
    """Breaks: two of 10 minutes for each player from 13 points on, else one, between two games.

    A board times breaks by itself; these commands are for matches without one, and for what follows.
    """


@command.command(epilog="Example: tablekeeper break allow Ann Bob --length 13")
@shared.names_argument
@shared.length_option
@shared.about
@click.option("--within-game", is_flag=True, help="A game is in progress")
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


for words, kind in {"take": BREAK, "back": BACK, "exceeded": EXCEEDED}.items():
    command.add_command(actions.command(f"break {words}", kind))


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
