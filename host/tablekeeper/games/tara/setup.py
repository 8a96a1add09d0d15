"""The set-up options of a match of TARA. Source: docs/rules/tara.md, "Match", "Doubles"."""

from __future__ import annotations

from collections.abc import Mapping

from tablecore import records, sheets
from tablekeeper.games.setupoption import YES_NO, SetUpOption
from tablekeeper.games.setupplan import Plan, clock_rows
from tablekeeper.languages import _
from tableprograms.tara import sheet as tara

OPTIONS = (
    SetUpOption("seats", _("Players"), (("2", _("two")), ("4", _("four, in pairs"))), "2"),
    SetUpOption("level", _("Level"), (("1", "1"), ("2", "2")), "1"),
    SetUpOption("linked", _("Linked opening"), YES_NO, "no"),
    SetUpOption("op0", _("OP0 may be built"), YES_NO, "no"),
    SetUpOption("control", _("Time"), (), "20m b12", _("like 20m, 20m b12, up, or none")),
)  # fmt: skip


def seats(answers: Mapping[str, str]) -> int:
    """Return the number of players."""
    return int(answers["seats"])


def plan(answers: Mapping[str, str]) -> Plan:
    """Return the set-up of a match; refuse an unsuitable time control."""
    options = tara.LEVEL_2 if answers["level"] == "2" else 0
    options |= tara.LINKED_OPENING if answers["linked"] == "yes" else 0
    options |= tara.OP0_BUILDS if answers["op0"] == "yes" else 0
    count = seats(answers)
    opener = (records.TARA, tara.VERSION, count, options, 0, 0)
    return Plan(sheets.TARA, count, (opener, *clock_rows(answers["control"], count)), answers["control"])
