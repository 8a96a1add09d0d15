"""The options of a league, and the fields of a result.

Source: docs/rules/races.md, "League"; docs/formats.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from tablekeeper.formats.departure import departed
from tablekeeper.formats.league.course import RULINGS
from tablekeeper.formats.league.playoffs import FINAL, QUALIFYING
from tablekeeper.formats.option import Option
from tablekeeper.languages import _
from tablekeeper.standings.ranking import Restart

#: the readings of a three-way tie in which all figures of a step differ (docs/rules/races.md, "League")
SETTLE, RESTART = "settle", "restart"
#: the readings of "full minutes only" of step 8: each game, or the sum
GAME, TOTAL = "game", "total"
#: most minutes of a game
LONGEST = 100_000

OPTIONS = (
    Option("drr", _("Double round-robins"), "whole", 1, low=1, high=99),
    Option("playoffs", _("Playoffs"), "choice", "none", choices=("none", "top2", "all"),
           words=(_("none"), _("the best two"), _("all three"))),
    Option("qualifying_to", _("Wins in the qualifying round"), "whole", 1, low=1),
    Option("final_to", _("Wins in the final round"), "whole", 1, low=1),
    Option("head_start", _("The better record starts a series 1-0"), "flag", False),
    Option("three_apart", _("Three level players with three different figures at a step"), "choice", SETTLE,
           choices=(SETTLE, RESTART),
           words=(_("all places are settled"), _("the best leaves, the others start again at step 1"))),
    Option("quickness", _("Full minutes at step 8"), "choice", GAME, choices=(GAME, TOTAL),
           words=(_("of each game"), _("of the sum"))),
    Option("positions", _("Positions #1, #2, #3 in each double round-robin"), "lists", (), empty=True,
           nothing=_("order of entry"), help=_("If left out, the round of die-roll decides.")),
    Option("lots", _("Throws for the positions, in order"), "throws", None, empty=True),
    Option("dice", _("Throws for step 9, in order"), "throws", None, empty=True),
)  # fmt: skip
RESULT = (
    Option("players", _("Players"), "texts", None),
    Option("winner", _("Winner"), "text", None),
    Option("pawns", _("Counted pawns"), "wholes", None, low=0, won=4),
    Option("minutes", _("Game time in minutes"), "decimal", None, low=0, high=LONGEST),
    Option("stage", _("Playoff round"), "choice", None, choices=(QUALIFYING, FINAL), empty=True),
    Option("cancelled", _("Players of a cancelled game"), "texts", None, empty=True),
    departed(_("The others play on, and rank before this player.")),
    Option("ruling", _("What becomes of open games"), "choice", None, choices=tuple(RULINGS), empty=True),
)


def restart_of(options: Mapping[str, Any]) -> Restart:
    """Return how the players who stay level start again."""
    return "one by one" if options["three_apart"] == RESTART else "after a split"


def minutes_of(options: Mapping[str, Any], time: Decimal) -> Decimal | int:
    """Return the minutes that step 8 adds for a game."""
    return time if options["quickness"] == TOTAL else int(time)
