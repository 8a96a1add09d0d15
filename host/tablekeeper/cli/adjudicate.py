"""`tablekeeper adjudicate`: the points of a game of a Tric Trac Tourney that ended by a timeout."""

from __future__ import annotations

import json
from decimal import Decimal

import click

from tablekeeper.cli.terminal import say
from tablekeeper.director.adjudication import RATES, evaluated
from tablekeeper.errors import UserError
from tablekeeper.formats.adjudication import CAP, adjudicated, equity, refusal
from tablekeeper.languages import _, ngettext
from tablekeeper.strictjson import Cursor
from tablekeeper.text import number

ON_ROLL = "on-roll"


@click.command(epilog="Example: tablekeeper adjudicate --wins 98.7 --gammons 96.3 --backgammons 12.3")
@click.argument("position", required=False)
@click.option("--wins", metavar="PERCENT", help="Wins of the player who did not time out, gammons included.")
@click.option("--gammons", metavar="PERCENT", help="Gammons of that player, backgammons included.")
@click.option("--backgammons", metavar="PERCENT", help="Backgammons of that player.")
@click.option("--cap", metavar="POINTS", help="The most a timeout is worth, 1 to 3 (2.7).")
@click.option(
    "--timed-out",
    "absent",
    type=click.Choice((ON_ROLL, "other")),
    help="Who timed out in POSITION: the player on roll (on-roll), or the other one.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document and nothing else.")
def command(
    position: str | None,
    wins: str | None,
    gammons: str | None,
    backgammons: str | None,
    cap: str | None,
    absent: str | None,
    as_json: bool,
) -> None:
    """Adjudicate a one-point game by percentages, or by POSITION through GNU Backgammon at 2-ply.

    POSITION is a GNU position id or an XGID. The points are those of the player who did not time out.
    """
    typed = dict(zip(RATES, (wins, gammons, backgammons), strict=True))
    most = CAP if cap is None else Cursor(cap, "--cap").decimal(1, 3)
    if position is None:
        if absent is not None:
            raise UserError(
                "--timed-out can only be given with a position; percentages are those of the other player."
            )
        rates = _typed(typed)
    elif any(value is not None for value in typed.values()):
        raise UserError("Give either a position or the three percentages, not both.")
    else:
        wins_of = evaluated(position, (absent or ON_ROLL) == ON_ROLL)
        rates = (wins_of["wins"], wins_of["gammons"], wins_of["backgammons"])
    points = adjudicated(*rates, most)
    figures = {
        **dict(zip(RATES, rates, strict=True)),
        "equity": equity(*rates),
        "points": points,
        "cap": most,
    }
    if as_json:
        told = {} if position is None else {"position": position, "timed_out": absent or ON_ROLL}
        click.echo(json.dumps(told | {key: number(value) for key, value in figures.items()}, indent=2))
        return
    if position is not None:
        told_rates = ", ".join(f"{name} {number(rate)} %" for name, rate in zip(RATES, rates, strict=True))
        say(_("Who did not time out: %(told_rates)s.", told_rates=told_rates))
    say(ngettext(
        "%(num)s point: equity %(equity)s + 0.5, rounded to a tenth, 1 to %(most)s.",
        "%(num)s points: equity %(equity)s + 0.5, rounded to a tenth, 1 to %(most)s.",
        number(points), equity=number(equity(*rates)), most=number(most),
    ))  # fmt: skip


def _typed(typed: dict[str, str | None]) -> tuple[Decimal, Decimal, Decimal]:
    missing = [name for name, value in typed.items() if value is None]
    if len(missing) == len(typed):
        raise UserError("Give a position, or --wins, --gammons and --backgammons.")
    if missing:
        raise UserError("--%(missing)s is missing: all three percentages are needed.", missing=missing[0])
    wins, gammons, backgammons = (Cursor(value, f"--{name}").decimal(0, 100) for name, value in typed.items())
    why = refusal(wins, gammons, backgammons)
    if why is not None:
        raise UserError("--%(why)s: %(why2)s", why=why[0], why2=why[1])
    return wins, gammons, backgammons
