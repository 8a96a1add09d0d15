"""`tablekeeper committee`: the ruling committee, and substitutes for members in a dispute."""

from __future__ import annotations

import click

from tablekeeper.cli import actions
from tablekeeper.cli import desk as shared
from tablekeeper.cli.desk import Opened, reads, say_json
from tablekeeper.cli.numbers import Whole
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.disputes import COMMITTEE, SUBSTITUTE
from tablekeeper.languages import _
from tablekeeper.text import name_list


@click.group(cls=CommandGroup, epilog="Example: tablekeeper committee set Eve Finn Gus")
def command() -> None:
    """The ruling committee: 3 to 5 members, shown on the pages of the hall and of every event."""


for words, kind in {"set": COMMITTEE, "substitute": SUBSTITUTE}.items():
    command.add_command(actions.command(f"committee {words}", kind))


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
