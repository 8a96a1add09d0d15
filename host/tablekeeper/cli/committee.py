"""`tablekeeper committee`: the ruling committee, and substitutes for members in a dispute."""

from __future__ import annotations

import click

from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened, changes, reads, say_json
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.languages import _
from tablekeeper.text import name_list


@click.group(cls=CommandGroup, epilog="Example: tablekeeper committee set Eve Finn Gus")
def command() -> None:
    """The ruling committee: 3 to 5 members, shown on the pages of the hall and of every event."""


@command.command("set", epilog="Example: tablekeeper committee set Eve Finn Gus Hana")
@click.argument("members", nargs=-1, required=True, metavar="NAME...")
@changes
def set_members(here: Opened, members: tuple[str, ...]) -> None:
    """Name the members of the committee, 3 to 5."""
    here.desk.set_committee(members)
    named = here.desk.committee()
    say(_("The ruling committee: %(named)s.", named=name_list(named)))


@command.command(epilog="Example: tablekeeper committee substitute 12 Eve Ida --reason 'she plays in it'")
@click.argument("ruling", type=Whole(min=1), metavar="RULING")
@click.argument("member", metavar="MEMBER")
@click.argument("substitute", metavar="SUBSTITUTE")
@shared.reason_option
@changes
def substitute(here: Opened, ruling: int, member: str, substitute: str, reason: str) -> None:
    """Let SUBSTITUTE sit for MEMBER, who is in the dispute about RULING."""
    here.desk.substitute(ruling, member, substitute, reason)
    panel = here.desk.state().panel(ruling)
    say(_("The committee for ruling %(ruling)s: %(panel)s.", ruling=ruling, panel=name_list(panel)))


@command.command(epilog="Example: tablekeeper committee show --ruling 12")
@click.option("--ruling", type=Whole(min=1), metavar="NUMBER", help="Who may decide on this ruling.")
@shared.as_json
@reads
def show(here: Opened, ruling: int | None, as_json: bool) -> None:
    """Show the members of the committee, or who may decide an appeal against a ruling."""
    members = here.desk.committee() if ruling is None else here.desk.panel(ruling)
    if as_json:
        say_json(list(members))
    else:
        say(
            _("The ruling committee: %(members)s.", members=name_list(members))
            if members
            else _("There is no committee.")
        )
