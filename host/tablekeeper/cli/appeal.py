"""`tablekeeper appeal`: appeals against rulings, raised at once and decided by majority."""

from __future__ import annotations

from typing import Any

import click

from tablekeeper.cli import actions
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened, opened, reads, say_json, say_ruling
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.disputes import APPEAL
from tablekeeper.errors import UserError
from tablekeeper.languages import _
from tablekeeper.regulation.appeal import OVERTURN, UNDECIDED, UPHOLD, VOTES
from tablekeeper.regulation.committee import DIRECTOR


@click.group(cls=CommandGroup, epilog="Example: tablekeeper appeal raise 12 Bob")
def command() -> None:
    """Appeals: raised just after the ruling, decided by the director and at least two of the committee."""


command.add_command(actions.command("appeal raise", APPEAL))


def _votes(words: tuple[str, ...], director: str) -> dict[str, str]:
    votes = {DIRECTOR: director}
    for word in words:
        name, _, vote = word.rpartition("=")
        name = " ".join(name.split())
        if not name or vote not in VOTES:
            raise UserError(
                "'%(word)s' is not a vote: write NAME=uphold, NAME=overturn or NAME=abstain.",
                word=word[:40],
            )
        if name in votes:
            raise UserError("%(name)s votes twice.", name=name)
        votes[name] = vote
    return votes


@command.command(
    epilog="Example: tablekeeper appeal decide 13 --director uphold --vote Eve=overturn --vote Finn=overturn"
    " --heard Ann --heard Bob --instead 'warn Ann'"
)
@click.argument("appeal", type=Whole(min=1), metavar="APPEAL")
@click.option("--director", type=click.Choice(VOTES), required=True, metavar="VOTE",
              help=f"The director's vote: {', '.join(VOTES)}.")  # fmt: skip
@click.option("--vote", "votes", multiple=True, metavar="NAME=VOTE", help="A member's vote; at least two.")
@click.option("--heard", multiple=True, metavar="NAME", help="A player who was heard; both must be heard.")
@shared.deciding
@shared.as_json
@shared.database
def decide(
    appeal: int, director: str, votes: tuple[str, ...], heard: tuple[str, ...], instead: tuple[str, ...],
    reason: str, games: str, as_json: bool, database: str | None,
) -> None:  # fmt: skip
    """Enter the votes on APPEAL; without a majority it stays open. --instead applies if it is overturned."""
    counted, decision = _votes(votes, director), shared.decided(instead) or ()
    with opened(database, writes=True) as here:
        outcome = here.desk.decide(appeal, counted, heard=heard, instead=decision, reason=reason, games=games)
        if outcome == OVERTURN:
            found = here.desk.state().rulings[here.desk.state().appeals[appeal].ruling]
            assert found.overturned_by is not None
            say_ruling(here.desk, found.overturned_by, as_json=as_json)
            return
    if as_json:
        say_json({"appeal": appeal, "outcome": outcome})
    else:
        say(
            {UPHOLD: _("The ruling stands."), UNDECIDED: _("No majority: the appeal is still open.")}[outcome]
        )


@command.command("list", epilog="Example: tablekeeper appeal list")
@shared.as_json
@reads
def list_appeals(here: Opened, as_json: bool) -> None:
    """List every appeal and its outcome."""
    found = list(here.desk.state().appeals.values())
    rows: list[dict[str, Any]] = [
        {"appeal": one.seq, "ruling": one.ruling, "by": one.by, "outcome": one.outcome or None,
         "votes": dict(one.votes)}
        for one in found
    ]  # fmt: skip
    if as_json:
        say_json(rows)
        return
    for one in found:
        say(_(
            "Appeal %(number)s: %(appeal)s (ruling %(ruling)s): %(outcome)s.",
            number=one.seq, appeal=one.sentence, ruling=one.ruling, outcome=one.outcome or _("open"),
        ))
    if not found:
        say(_("There is no appeal."))
