"""The set-up options of a match of backgammon."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.errors import UserError
from tablekeeper.games.backgammon.matchsetup import LONGEST_MATCH, check_length, match_plan, options
from tablekeeper.games.setupoption import YES_NO, SetUpOption
from tablekeeper.games.setupplan import Plan
from tablekeeper.languages import _

OPTIONS = (
    SetUpOption("length", _("Points"), (), "7", _("1 to 99, or 0 for no limit")),
    SetUpOption("control", _("Time"), (), "3m/pt b12", _("like 3m/pt b12, 21m b12 | 14m b12, or none")),
    SetUpOption("crawford", _("Crawford rule"), YES_NO, "yes"),
    SetUpOption(
        "dice", _("Dice"),
        (
            ("optional", _("may be logged")), ("required", _("must be logged")), ("thrown", _(
                "thrown by the board")),
            ("off", _("not logged")),
        ),
        "optional",
    ),
    SetUpOption("consultation", _("Consultation of pairs"), YES_NO, "no", asked=False),
)  # fmt: skip


def seats(answers: Mapping[str, str]) -> int:
    """Return the number of seats."""
    return 2


def length(answers: Mapping[str, str]) -> int:
    """Return the length of the match in points; refuse a text that is not a number."""
    text = answers["length"]
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise UserError(
            "Points are a number from 1 to %(longest_match)s, or 0 for no limit, not '%(words)s'.",
            longest_match=LONGEST_MATCH, words=text[:20],
        )
    return int(text)


def plan(answers: Mapping[str, str]) -> Plan:
    """Return the set-up of a match; refuse an impossible one."""
    points = check_length(length(answers))
    opts = options(answers["crawford"] == "yes", answers["dice"], answers["consultation"] == "yes")
    return match_plan(points, opts, answers["control"])
