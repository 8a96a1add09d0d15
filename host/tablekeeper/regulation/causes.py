"""The causes of penalties: their words, their paragraph, and their number in the boards' records."""

from __future__ import annotations

from dataclasses import dataclass

from tablecore import records


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause: what people read, its paragraph, and its number in `tablekeeper.games.catalogue.AWARDS`."""

    label: str
    paragraph: str
    award: int = records.CONDUCT
    #: whether the text speaks of penalties and not of a warning: warnings of the ladder are passed over
    penal: bool = False


CAUSES = {
    "late": Cause("late arrival", "lateness", records.LATE, penal=True),
    "break": Cause("break too long", "breaks", records.LONG_BREAK, penal=True),
    "clock": Cause("use of the clock", "clock-missing", records.CLOCK_USE, penal=True),
    "length": Cause("another match length", "agreed-length", records.RULING, penal=True),
    "language": Cause("another language", "languages"),
    "dress": Cause("dress", "dress"),
    "spectator": Cause("spectators", "comments"),
    "signals": Cause("signals", "signals", penal=True),
    "equipment": Cause("equipment", "equipment"),
    "phone": Cause("telephone, headset or recording", "phones"),
    "help": Cause("help or notes", "no-help"),
    "score": Cause("keeping the score", "score-sheets", records.RULING),
    "settlement": Cause("settlement", "settlements"),
    "noise": Cause("noise or attitude", "noise"),
    "handling": Cause("handling of checkers", "clear-moves"),
    "illegal": Cause("illegal moves", "illegal-moves"),
    "pace": Cause("slow play", "pace"),
    "cube": Cause("handling of the cube", "irregular-cube"),
    "dice": Cause("handling of dice", "violations"),
    "behaviour": Cause("behaviour", "behaviour"),
    "leaving": Cause("leaving the rooms", "leaving"),
    "video": Cause("video refused", "video", records.RULING),
    "other": Cause("other", "discretion", records.RULING),
}
