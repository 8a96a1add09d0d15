"""`tablekeeper hall`: a pause of the whole hall, and the pages of its projector."""

from __future__ import annotations

from dataclasses import asdict

import click

from tablekeeper.cli import actions
from tablekeeper.cli.desk import Opened, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.verbs import CommandGroup
from tablekeeper.director.desk.notices import PAUSE, PROJECT, RESUME
from tablekeeper.languages import _


@click.group(cls=CommandGroup, epilog='Example: tablekeeper hall pause "Lunch until 13:30"')
def command() -> None:
    """Pause the whole hall, and choose what its projector shows."""


def _shown(here: Opened, as_json: bool) -> None:
    programme = here.desk.state().programme
    if as_json:
        say_json(asdict(programme))
    else:
        say(_("The screen shows %(told)s.", told=programme.told()))


command.add_command(actions.command("hall pause", PAUSE))
command.add_command(actions.command("hall resume", RESUME))
command.add_command(actions.command("hall screen", PROJECT, shows=_shown))
