"""The set-up options of a series of pawn races.

Source: docs/rules/races.md, "Single games", "League", "TripleAthlon".
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import permutations

from tablecore import records, sheets
from tablekeeper.errors import UserError
from tablekeeper.games.setupoption import YES_NO, SetUpOption
from tablekeeper.games.setupplan import Plan, clock_rows
from tablekeeper.languages import _, joined
from tableprograms.race import rules as racerules

_TITLES = (
    _("double-threat"), _("double-threat XL"), _("triple-threat"), _("triple-threat plus"),
    _("Game 0, one colour each"), _("Grand Prix"), _("Grand Prix Plus"), _("TripleAthlon"),
)  # fmt: skip
_ORDERS = tuple(
    " ".join(racerules.NAMES[rules] for rules in order) for order in permutations(racerules.ROTATION)
)
_THROWS = {"off": 0, "typed": racerules.LOGGED, "board": racerules.LOGGED | racerules.DEVICE}
OPTIONS = (
    SetUpOption(
        "rules", _("Rules"),
        tuple((one[0], joined(one, ": ")) for one in zip(racerules.NAMES, _TITLES, strict=True)), "2T",
    ),
    SetUpOption(
        "throws", _("Throws"),
        (("off", _("not logged")), ("typed", _("typed in")), ("board", _("thrown by the board"))), "off",
    ),
    SetUpOption("roll", _("Round of die-roll first"), YES_NO, "no"),
    SetUpOption("order", _("Order of a TripleAthlon"), tuple((one, one) for one in _ORDERS), _ORDERS[0]),
    SetUpOption("control", _("Time for each game"), (), "none", _("like 20m, 10m f5, up, or none")),
)  # fmt: skip


def seats(answers: Mapping[str, str]) -> int:
    """Return the number of players."""
    return int(racerules.seats_of(racerules.NAMES.index(answers["rules"])))


def plan(answers: Mapping[str, str]) -> Plan:
    """Return the set-up of a series; refuse an unsuitable one."""
    rules = racerules.NAMES.index(answers["rules"])
    options = _THROWS[answers["throws"]] | (racerules.ROLL_FIRST if answers["roll"] == "yes" else 0)
    rows = [(records.RACE, racerules.VERSION, rules, options, 0, 0)]
    if rules == racerules.TRIPLEATHLON:
        order = [racerules.NAMES.index(name) for name in answers["order"].split()]
        rows.append((records.SERIES, order[0], order[1], order[2], 0, 0))
    times = clock_rows(answers["control"], seats(answers))
    if any(row[0] != records.TIME for row in times):
        raise UserError("A race has one time for each game: write it without stages and overtime.")
    return Plan(sheets.RACE, seats(answers), (*rows, *times), answers["control"])
