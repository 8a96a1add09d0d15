"""The set-up options of a dice log: how many dice, and who throws them."""

from __future__ import annotations

from collections.abc import Mapping

from tablecore import records, sheets
from tablekeeper.games.setupoption import SetUpOption
from tablekeeper.games.setupplan import Plan
from tablekeeper.languages import _
from tableprograms.dicelog import sheet as dicelog

OPTIONS = (
    SetUpOption("dice", _("Dice"), (("1", _("one")), ("2", _("two"))), "2"),
    SetUpOption("thrown", _("Throws"), (("typed", _("typed in")), ("board", _(
        "thrown by the board"))), "typed"),
)  # fmt: skip


def seats(answers: Mapping[str, str]) -> int:
    """Return the number of players: a dice log has none."""
    return 0


def plan(answers: Mapping[str, str]) -> Plan:
    """Return the set-up of a log."""
    options = dicelog.DICE_BY_DEVICE if answers["thrown"] == "board" else 0
    opener = (records.DICELOG, dicelog.DicelogSheet.VERSION, int(answers["dice"]), options, 0, 0)
    return Plan(sheets.DICELOG, 0, (opener,), "none")
