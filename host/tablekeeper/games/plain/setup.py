"""The set-up options of a plain clock: seats, time, and what a fallen flag means."""

from __future__ import annotations

from collections.abc import Mapping

from tablecore import records, sheets
from tablekeeper.games.setupoption import SetUpOption
from tablekeeper.games.setupplan import Plan, clock_rows
from tablekeeper.languages import _
from tableprograms.plain import sheet as plain

_SEATS = tuple((str(count), str(count)) for count in range(1, plain.MOST_SEATS + 1))
OPTIONS = (
    SetUpOption("seats", _("Seats"), _SEATS, "2"),
    SetUpOption(
        "control", _("Time"), (), _("10m f5"), _("like 10m f5, 40/90m f30, 30m, 30m y5x30s, 5m hourglass, up")
    ),
    SetUpOption("flag", _(
        "A fallen flag"), (("ends", _("ends the game")), ("on", _("ends nothing"))), "ends"),
)  # fmt: skip


def seats(answers: Mapping[str, str]) -> int:
    """Return the number of players."""
    return int(answers["seats"])


def plan(answers: Mapping[str, str]) -> Plan:
    """Return the set-up of a clock; refuse an unsuitable time control."""
    count = seats(answers)
    options = plain.FLAG_GOES_ON if answers["flag"] == "on" else 0
    opener = (records.PLAIN, plain.PlainSheet.VERSION, count, options, 0, 0)
    return Plan(sheets.PLAIN, count, (opener, *clock_rows(answers["control"], count)), answers["control"])
