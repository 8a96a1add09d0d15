"""`tablekeeper event seat`: seat the matches of an event that can be played now."""

from __future__ import annotations

from collections.abc import Sequence

import click

from tablekeeper.cli.eventdatabase import which
from tablekeeper.cli.options import as_json, event_argument, say_json
from tablekeeper.cli.tables import OpenedTables, changes
from tablekeeper.cli.terminal import say
from tablekeeper.director.events.seatplan import SeatPlan
from tablekeeper.errors import UserError
from tablekeeper.formats.wording import pairing_text
from tablekeeper.languages import _, joined, sentence
from tablekeeper.text import counted, number

#: up to this number, waiting matches are listed one by one
_SHOWN = 12


@click.command("seat", epilog='Example: tablekeeper event seat "Spring cup" --dry-run')
@event_argument
@click.option(
    "--table",
    "names",
    multiple=True, metavar="TABLE",
    help="Seat at this table only; can be given again, the most urgent match first.",
)
@click.option("--dry-run", is_flag=True, help="Show the proposal, and seat nobody.")
@as_json
@changes
def command(here: OpenedTables, event: str, names: tuple[str, ...], dry_run: bool, as_json: bool) -> None:
    """Seat the round: set tables up for all matches of an event that can be played now.

    Matches go to the free tables of the open hall: the Main before the Consolation, earlier rounds first. A
    TABLE that is named may be away: its board is set up when it is back.
    """
    chosen = which(here.events, event)
    plan = here.seating.plan_round(chosen, here.uids(names))
    if not plan.places:
        raise UserError(_why_nobody(plan))
    matches: Sequence[int | None] = [None] * len(plan.places)
    if not dry_run:
        matches = here.seating.seat(chosen, plan.places)
    called = {table.uid: table.name for table in plan.tables}
    if as_json:
        say_json([
            {"pairing": number(place.pairing), "table": called[place.uid], "uid": place.uid, "match": match}
            for place, match in zip(plan.places, matches, strict=True)
        ])  # fmt: skip
        return
    for place, match in zip(plan.places, matches, strict=True):
        told = "" if match is None else _(" (match %(match)s)", match=match)
        say(joined((called[place.uid], ": ", pairing_text(place.pairing), told), ""))
    for one in plan.waiting[:_SHOWN]:
        say(_("waits: %(pairing_text)s (%(why)s)", pairing_text=pairing_text(one.pairing), why=one.why))
    if len(plan.waiting) > _SHOWN:
        say(sentence(counted(len(plan.waiting) - _SHOWN, "more match waits", "more matches wait")))
    if plan.ahead:
        say(_(
            "%(matches)s of other events take precedence (§8).",
            matches=counted(plan.ahead, "match", "matches"),
        ))


def _why_nobody(plan: SeatPlan) -> str:
    if not plan.waiting:
        return _("Every match that can be played now is at a table: nobody is to be seated.")
    if plan.tables:
        first = plan.waiting[0]
        return _(
            "Nobody can be seated now: %(pairing)s waits, %(why)s.",
            pairing=pairing_text(first.pairing), why=first.why,
        )
    return _("No table is free: connect boards, close finished matches, or name tables with --table.")
