"""Writes a report in plain words, for readers who do not know statistics."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

from tablekeeper.fairness import power
from tablekeeper.fairness.throws import AGAIN, CANCELLED, UNDONE, UNKNOWN
from tablekeeper.fairness.verdict import (
    AGAIN_ONE,
    AGAIN_TWO,
    DOUBLES,
    FACES,
    KIND,
    LEAST,
    LEVEL,
    RUNS_ONE,
    SUSPECT,
    DiceAnswer,
    DiceReport,
    Group,
)
from tablekeeper.text import counted

_KINDS = {"device": "Device", "set": "Set of dice", "player": "Player", "event": "Event", "all": "All throws"}
#: more faces or kinds than these are not named one by one: the table has them all
_NAMED = 3
_NAMES = ("one", "two", "three", "four", "five", "six")


def title(group: Group) -> str:
    """Return what a group is called: "Set of dice red"."""
    if group.kind not in _KINDS:
        return group.name[:1].upper() + group.name[1:]
    if group.name == UNKNOWN:
        return f"{_KINDS[group.kind]}: not named"
    return f"{_KINDS[group.kind]} {group.name}".strip()


def one_of(adjusted: float) -> str:
    """Return how rare something is among reports about fair dice: "1 of 50"."""
    if adjusted < 1e-6:
        return "fewer than 1 of 1,000,000"
    count = math.floor(1 / adjusted)
    # two figures are all that such a number tells
    step = 10 ** max(0, len(str(count)) - 2)
    return f"about 1 of {count // step * step:,}"


def verdict(group: Group) -> str:
    """Return the verdict in a sentence or two."""
    if not group.enough:
        return (
            f"Too few throws to say anything: {_dice(group.tally.dice)}, and it takes {LEAST} before "
            "a report means anything at all."
        )
    odd = group.unusual
    if not odd:
        return "Nothing unusual: fair dice do this."
    told = "; ".join(answer(one) for one in odd)
    return (
        f"Unusual: {told}. Of reports like this one about fair dice {one_of(odd[0].adjusted)} shows "
        "something as odd. That is a reason to look closer, not a proof: throw on with the same dice, and "
        "look only at the new throws."
    )


def answer(one: DiceAnswer) -> str:
    """Return what was asked and found, in a few words."""
    count, expected, n = _figure(one.count), _figure(one.expected), f"{one.out_of:,}"
    if one.question == FACES:
        if not 1 <= len(one.stand_out) <= _NAMED:
            return f"the six faces are uneven as a whole (chi-square {count}, fair dice: about 5)"
        return f"the faces are uneven, most of all {_faces(one.stand_out)} (chi-square {count})"
    if one.question == DOUBLES:
        return f"{count} doubles in {n} throws, about {expected} are expected"
    if one.question == KIND:
        if one.stand_out:
            first, *others = ("-".join(map(str, kind)) for kind in one.stand_out)
            more = " and ".join(others) if len(others) <= _NAMED else f"{len(others)} other kinds"
            too = f" ({more} unusual, too)" if others else ""
            return f"{first} came {count} times in {n} throws, about {expected} are expected{too}"
        return f"of the 21 kinds of throws the oddest came {count} times, about {expected} are expected"
    if one.question in (AGAIN_ONE, AGAIN_TWO):
        return f"the same throw came again at once {count} times of {n}, about {expected} are expected"
    if one.question == SUSPECT:
        return f"the suspected face came {count} times in {n} dice, about {expected} are expected"
    what = "1 to 3 and 4 to 6" if one.question == RUNS_ONE else "less and more than 7"
    return f"{what} followed each other in {count} runs, about {expected} are expected"


def notes(report: DiceReport, group: Group) -> list[str]:
    """Return what a reader should know of these throws before drawing a conclusion."""
    counts = group.tally
    found = []
    if counts.typed:
        share = "All" if counts.typed == counts.throws else f"{counts.typed:,} of {counts.throws:,}"
        found.append(
            f"{share} throws were typed by people: what is unusual may lie in the typing, and throws that "
            "nobody logged are missing."
        )
    aside = [
        f"{counts.set_aside[why]:,} {text}"
        for why, text in ((UNDONE, "taken back"), (CANCELLED, "cancelled"), (AGAIN, "thrown or typed again"))
        if why in counts.set_aside
    ]
    if aside:
        total = sum(counts.set_aside.values())
        found.append(f"Not counted: {' and '.join(aside)} (cocked dice and corrections).")
        if total * 10 > counts.throws + total:
            found.append("That is more than one throw in ten: throwing again what one dislikes bends this.")
    if group.enough:
        found.append(noticed(report, counts.dice))
    return found


def noticed(report: DiceReport, dice: int) -> str:
    """Return how surely a report of so many groups would have shown a die with one face in five throws."""
    told = power_of(report, dice)
    text = (
        f"By {_dice(dice)} a face that comes in 20 % instead of 16.7 % is noticed in {_percent(told)} of 100 "
    )
    text += "reports like this one"
    if report.suspect is not None:
        return text + "."
    surely = power.needed(Fraction(9, 10), level=power.FACES_LEVEL / _judged(report))
    return text + f"; in 90 of 100 by {surely:,} dice."


def power_of(report: DiceReport, dice: int) -> float:
    """Return how surely a group of so many dice shows that: groups of a report share its level."""
    groups = _judged(report)
    if report.suspect is not None:
        return power.suspicion_power(dice, level=LEVEL / groups)
    return power.power(dice, level=power.FACES_LEVEL / groups)


def _judged(report: DiceReport) -> int:
    return max(1, sum(bool(group.answers) for group in report.groups))


def summary(report: DiceReport) -> str:
    """Return the sentence above a report."""
    groups = len(report.groups)
    if not report.questions:
        return "Too few throws were logged to say anything."
    where = "one group of throws" if groups == 1 else f"{groups} groups of throws"
    asked = counted(report.questions, "question")
    told = f"{asked} to {where}, judged together: of {1 / LEVEL} such reports about fair dice at most "
    told += "one calls anything unusual."
    odd = [title(group) for group in report.groups if group.unusual]
    if not odd:
        return f"Nothing unusual. {told}"
    return f"Unusual: {', '.join(odd)}. {told}"


def _faces(stand_out: Sequence[tuple[int, ...]]) -> str:
    return " and ".join(f"the {_NAMES[face - 1]}" for (face,) in stand_out)


def _dice(count: int) -> str:
    return f"{count:,} dice" if count != 1 else "1 die"


def _percent(share: float) -> str:
    return str(min(99, max(1, round(100 * share))))


def _figure(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")
