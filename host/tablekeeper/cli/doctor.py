"""`tablekeeper doctor`: finds problems on this computer, and says how to solve them."""

from __future__ import annotations

import sys
from dataclasses import asdict, replace

import click

from tablekeeper.cli import tables
from tablekeeper.cli.options import as_json, database, say_json
from tablekeeper.cli.terminal import say
from tablekeeper.cli.whoacts import own_accounts
from tablekeeper.director.computer import facts_of
from tablekeeper.director.diagnosis import NOTE, OK, WRONG, diagnosis, worst
from tablekeeper.errors import ResourceError, UserError
from tablekeeper.languages import _, joined, shown

_SIGNS = {OK: _("ok"), NOTE: _("note"), WRONG: _("WRONG")}


@click.command(epilog="Example: tablekeeper doctor")
@as_json
@database
def command(as_json: bool, database: str | None) -> None:
    """Look at the database, its disk and copies, the boards plugged in and this computer, and say what to do.

    Nothing is changed, and a server may be running. Exit status 0: nothing is wrong; 1: something is.
    `tablekeeper verify` looks at every record and entry besides.
    """
    facts = facts_of(database, own_accounts())
    if facts.host is not None:
        facts = replace(facts, connected=_connected(database))
    findings = diagnosis(facts)
    if as_json:
        say_json([asdict(one) for one in findings])
    else:
        signs = {grade: shown(sign) for grade, sign in _SIGNS.items()}
        wide = max(map(len, signs.values()))
        for one in findings:
            say(joined((signs[one.grade].ljust(wide), "  ", one.subject, ": ", one.sentence), ""))
            if one.remedy:
                say(" " * (wide + 2) + "-> " + one.remedy)
    if worst(findings) == WRONG:
        sys.exit(1)


def _connected(database: str | None) -> int:
    """Return the number of boards that the running host reads, on all ports; 0 if it does not answer."""
    try:
        with tables.opened(database) as hall:
            return sum(one.online for one in hall.boards.listed())
    except (UserError, ResourceError):
        return 0
