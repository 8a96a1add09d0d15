"""`tablekeeper penalty`: warnings, points and disqualifications, the ladder, and the ledger."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import F, Opened, opened, options, reads, say_json, say_ruling, two
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk import report
from tablekeeper.languages import _, recognised
from tablekeeper.regulation import breaks, penalties
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import DISQUALIFICATION, MOST_POINTS, POINTS, WARNING, Effect


@click.group(
    cls=CommandGroup,
    epilog='Example: tablekeeper penalty warn Ann Bob --cause noise --reason "sang all the time"',
)
def command() -> None:
    """Warnings, points and disqualifications: one ledger, and a ladder by which offences escalate."""


cause_option = click.option(
    "--cause", type=click.Choice(list(CAUSES)), default="other", metavar="CAUSE",
    help=f"One of {', '.join(CAUSES)}.  [default: other]",
)  # fmt: skip
needed_reason = click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept.")


def _entry(function: F) -> F:
    return options(
        shared.names_argument, cause_option, needed_reason, shared.about, shared.as_json, shared.database
    )(function)


def _penalise(
    kind: str, points: int, names: tuple[str, ...], cause: str, games: str = "", **given: Any
) -> None:
    player, opponent = two(names)
    effect = Effect(kind, player, points, opponent, cause)
    match = given["match"]
    with opened(given["database"], writes=True, tables=bool(match or given["event"])) as here:
        event = here.event(given["event"])
        seq = here.desk.penalise(effect, given["reason"], match=match, event=event, games=games)
        say_ruling(here.desk, seq, as_json=given["as_json"])


@command.command(epilog='Example: tablekeeper penalty warn Ann Bob --cause noise --reason "sang"')
@_entry
def warn(names: tuple[str, ...], cause: str, **given: Any) -> None:
    """Warn a player (first), whatever the ladder says."""
    _penalise(WARNING, 0, names, cause, **given)


@command.command(epilog='Example: tablekeeper penalty points 2 Ann Bob --cause pace --reason "8 minutes"')
@click.argument("points", type=Whole(1, MOST_POINTS), metavar="POINTS")
@_entry
def points(points: int, names: tuple[str, ...], cause: str, **given: Any) -> None:
    """Give POINTS to the opponent of a player (first), whatever the ladder says."""
    _penalise(POINTS, points, names, cause, **given)


@command.command(epilog='Example: tablekeeper penalty disqualify Ann Bob --reason "changed the dice"')
@_entry
@shared.games_option
def disqualify(names: tuple[str, ...], cause: str, games: str, **given: Any) -> None:
    """Disqualify a player (first) from the match, with --event from the event, whatever the ladder says."""
    _penalise(DISQUALIFICATION, 0, names, cause, games, **given)


@command.command(epilog="Example: tablekeeper penalty escalate Ann Bob --cause noise")
@shared.names_argument
@click.option(
    "--cause", type=click.Choice(list(CAUSES)), required=True, metavar="CAUSE",
    help=f"One of {', '.join(CAUSES)}.",
)  # fmt: skip
@shared.about
@shared.deciding
@shared.as_json
@shared.database
def escalate(
    names: tuple[str, ...], cause: str, match: int | None, event: str | None, instead: tuple[str, ...],
    reason: str, games: str, as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Enter an offence of a player (first): the ladder's next step follows."""
    given = [name for name in two(names) if name]
    decision = shared.decided(instead, cause)
    with opened(database, writes=True, tables=bool(match or event)) as here:
        seq = here.desk.rule(
            "offence", given, {"cause": cause}, match=match, event=here.event(event), instead=decision,
            reason=reason, games=games,
        )  # fmt: skip
        say_ruling(here.desk, seq, as_json=as_json)


@command.command(epilog='Example: tablekeeper penalty ladder "warning, 1 point, 2 points, disqualification"')
@click.argument("steps", required=False, metavar="[STEPS]")
@click.option("--counting", type=click.Choice(penalties.COUNTING), metavar="cause|all",
              help="Which earlier offences count: of the same cause, or all.")  # fmt: skip
@click.option("--breaks", "overtime", type=click.Choice(breaks.OVERTIME), metavar="ladder|lateness",
              help="What a break that is too long costs: the ladder, or 1 point per 5 minutes.")  # fmt: skip
@click.option("--grace", metavar="DURATION", help="How long after the schedule lateness counts.")
@click.option("--appeals", metavar="DURATION", help="How long after a ruling an appeal is in time.")
@shared.as_json
@shared.database
def ladder(
    steps: str | None, counting: str | None, overtime: str | None, grace: str | None, appeals: str | None,
    as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Set the ladder to STEPS, and how the desk counts; without arguments, show both."""
    chosen: dict[str, Any] = {"ladder": steps, "counting": counting, "overtime": overtime}
    chosen["grace_ms"] = None if grace is None else shared.duration(grace)
    chosen["appeal_ms"] = None if appeals is None else shared.duration(appeals)
    chosen = {key: value for key, value in chosen.items() if value is not None}
    with opened(database, writes=bool(chosen)) as here:
        if chosen:
            here.desk.set_options(**chosen)
        state = here.desk.state()
    told = {
        "ladder": state.ladder.text(), "counting": state.counting, "breaks": state.overtime,
        "grace_ms": state.grace_ms, "appeal_ms": state.appeal_ms,
    }  # fmt: skip
    if as_json:
        say_json(told)
        return
    say(_("Ladder: %(ladder)s.", ladder=state.ladder.words()))
    say(
        _("Earlier offences that count: all.")
        if state.counting == "all"
        else _("Earlier offences that count: of the same cause.")
    )
    say(
        _("Exceeded breaks: by the ladder.")
        if state.overtime == breaks.LADDER
        else _("Exceeded breaks: 1 point for each full 5 minutes.")
    )
    say(_(
        "Lateness counts %(grace)s minutes after the schedule; an appeal comes within %(appeal)s minutes.",
        grace=state.grace_ms // 60_000, appeal=state.appeal_ms // 60_000,
    ))


@command.command("list", epilog="Example: tablekeeper penalty list --player Ann")
@click.option("--player", metavar="NAME", help="Only this player's.")
@shared.about
@shared.as_json
@reads
def list_penalties(
    here: Opened, player: str | None, match: int | None, event: str | None, as_json: bool
) -> None:
    """List the penalties that count, by player."""
    about = report.Filter(match, here.event(event), player)
    rows = report.ledger(here.desk.state(), about)
    if as_json:
        say_json(rows)
        return
    for row in rows:
        say(f"{row['player']}:")
        for one in row["entries"]:
            say("  " + _("ruling %(ruling)s: %(words)s", ruling=one["ruling"], words=recognised(one["text"])))
    if not rows:
        say(_("No penalty counts."))
