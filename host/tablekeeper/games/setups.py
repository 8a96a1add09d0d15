"""What a table is set up for, asked from the host: one module per kind of game, its options in a table.

A module has `TITLE`, `OPTIONS` (what is asked, with its label, its choices and its default), `MOST_SEATS`,
`seats(answers)` and `plan(answers)`, which makes the set-up or refuses it in one sentence. The match of
backgammon has a service of its own, `Director.create_match`: its module only says what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon import setup as backgammon
from tablekeeper.games.dicelog import setup as dicelog
from tablekeeper.games.plain import setup as plain
from tablekeeper.games.race import setup as race
from tablekeeper.games.setupoption import SetUpOption
from tablekeeper.games.setupplan import Plan
from tablekeeper.games.tara import setup as tara

#: by the name that pages and commands use, in the order in which they are offered
OFFERED: dict[str, ModuleType] = {
    "backgammon": backgammon, "race": race, "tara": tara, "plain": plain, "dicelog": dicelog,
}  # fmt: skip


def offered(program: str) -> ModuleType:
    """Return the module of a program, or refuse the name."""
    module = OFFERED.get(program)
    if module is None:
        raise UserError(f"There is no program '{program[:20]}': choose {', '.join(OFFERED)}.")
    return module


def answered(program: str, options: Mapping[str, str]) -> dict[str, str]:
    """Return an answer to every option of a program, or refuse an option or an answer it does not have."""
    asked: tuple[SetUpOption, ...] = offered(program).OPTIONS
    for name in options:
        if name not in [one.name for one in asked]:
            raise UserError(f"There is no option '{name[:20]}' here: leave it out.")
    return {one.name: one.read(options.get(one.name, "")) for one in asked}


def plan(program: str, answers: Mapping[str, str]) -> Plan:
    """Return the set-up that these answers make, or refuse it."""
    made: Plan = offered(program).plan(answers)
    return made
