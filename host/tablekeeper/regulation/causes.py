"""The causes of penalties: label, paragraph, and number in the boards' records."""

from __future__ import annotations

from dataclasses import dataclass

from tablecore import records
from tablekeeper.languages import _


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause: label for people, paragraph, and number in `tablekeeper.games.catalogue.AWARDS`."""

    label: str
    paragraph: str
    award: int = records.CONDUCT
    #: whether the regulation demands a penalty, not a warning: then the ladder's warnings are skipped
    penal: bool = False


CAUSES = {
    "late": Cause(_("late arrival"), "lateness", records.LATE, penal=True),
    "break": Cause(_("break too long"), "breaks", records.LONG_BREAK, penal=True),
    "clock": Cause(_("use of the clock"), "clock-missing", records.CLOCK_USE, penal=True),
    "length": Cause(_("another match length"), "agreed-length", records.RULING, penal=True),
    "language": Cause(_("another language"), "languages"),
    "dress": Cause(_("dress"), "dress"),
    "spectator": Cause(_("spectators"), "comments"),
    "signals": Cause(_("signals"), "signals", penal=True),
    "equipment": Cause(_("equipment"), "equipment"),
    "phone": Cause(_("telephone, headset or recording"), "phones"),
    "help": Cause(_("help or notes"), "no-help"),
    "score": Cause(_("keeping the score"), "score-sheets", records.RULING),
    "settlement": Cause(_("settlement"), "settlements"),
    "noise": Cause(_("noise or attitude"), "noise"),
    "handling": Cause(_("handling of checkers"), "clear-moves"),
    "illegal": Cause(_("illegal moves"), "illegal-moves"),
    "pace": Cause(_("slow play"), "pace"),
    "cube": Cause(_("handling of the cube"), "irregular-cube"),
    "dice": Cause(_("handling of dice"), "violations"),
    "behaviour": Cause(_("behaviour"), "behaviour"),
    "leaving": Cause(_("leaving the rooms"), "leaving"),
    "video": Cause(_("video refused"), "video", records.RULING),
    "other": Cause(_("other"), "discretion", records.RULING),
}
