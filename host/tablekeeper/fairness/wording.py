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
from tablekeeper.languages import _, joined
from tablekeeper.text import counted

_KINDS = {
    "device": _("Device"),
    "set": _("Set of dice"),
    "player": _("Player"),
    "event": _("Event"),
    "all": _("All throws"),
}
#: the most faces or kinds that are named one by one; the table has all of them
_NAMED = 3
_FACES = (_("the one"), _("the two"), _("the three"), _("the four"), _("the five"), _("the six"))


def title(group: Group) -> str:
    """Return the title of a group: "Set of dice red"."""
    if group.kind not in _KINDS:
        return group.name[:1].upper() + group.name[1:]
    if group.name == UNKNOWN:
        return _("%(kinds)s: not named", kinds=_KINDS[group.kind])
    return joined((_KINDS[group.kind], group.name), " ") if group.name else _KINDS[group.kind]


def one_of(adjusted: float) -> str:
    """Return the text for a probability among reports about fair dice: "1 of 50"."""
    if adjusted < 1e-6:
        return _("fewer than 1 of 1,000,000")
    count = math.floor(1 / adjusted)
    # only the first two digits of the number are significant
    step = 10 ** max(0, len(str(count)) - 2)
    return _("about 1 of %(count)s", count=f"{count // step * step:,}")


def verdict(group: Group) -> str:
    """Return the verdict in a sentence or two."""
    if not group.enough:
        return _(
            "Too few throws for a report: %(dice)s, and a report needs at least %(least)s.",
            dice=_dice(group.tally.dice),
            least=LEAST,
        )
    odd = group.unusual
    if not odd:
        return _("Nothing unusual: fair dice do this.")
    told = joined((answer(one) for one in odd), "; ")
    return _(
        "Unusual: %(told)s. Among such reports about fair dice, %(one_of)s shows something as unusual as "
        "this. That is a reason to look closer, not a proof: throw the same dice again, and look only at "
        "the new throws.",
        told=told,
        one_of=one_of(odd[0].adjusted),
    )


def answer(one: DiceAnswer) -> str:
    """Return a short text with the test and its result."""
    count, expected, n = _figure(one.count), _figure(one.expected), f"{one.out_of:,}"
    if one.question == FACES:
        if not 1 <= len(one.stand_out) <= _NAMED:
            return _(
                "the six faces are uneven as a whole (chi-square %(count)s, fair dice: about 5)", count=count
            )
        return _(
            "the faces are uneven, most of all %(faces)s (chi-square %(count)s)",
            faces=_faces(one.stand_out),
            count=count,
        )
    if one.question == DOUBLES:
        return _(
            "%(count)s doubles in %(n)s throws, about %(expected)s are expected",
            count=count,
            n=n,
            expected=expected,
        )
    if one.question == KIND:
        if one.stand_out:
            first, *others = ("-".join(map(str, kind)) for kind in one.stand_out)
            more = (
                joined(others, _(" and "))
                if len(others) <= _NAMED
                else _("%(others)s other kinds", others=len(others))
            )
            too = _(" (%(more)s unusual, too)", more=more) if others else ""
            return _(
                "%(first)s came %(count)s times in %(n)s throws, about %(expected)s are expected%(too)s",
                first=first,
                count=count,
                n=n,
                expected=expected,
                too=too,
            )
        return _(
            "the most unusual of the 21 kinds of throws came %(count)s times, about %(expected)s are "
            "expected",
            count=count,
            expected=expected,
        )
    if one.question in (AGAIN_ONE, AGAIN_TWO):
        return _(
            "the same throw came again at once %(count)s times of %(n)s, about %(expected)s are expected",
            count=count,
            n=n,
            expected=expected,
        )
    if one.question == SUSPECT:
        return _(
            "the suspected face came %(count)s times in %(n)s dice, about %(expected)s are expected",
            count=count,
            n=n,
            expected=expected,
        )
    what = _("1 to 3 and 4 to 6") if one.question == RUNS_ONE else _("less and more than 7")
    return _(
        "%(what)s followed each other in %(count)s runs, about %(expected)s are expected",
        what=what,
        count=count,
        expected=expected,
    )


def notes(report: DiceReport, group: Group) -> list[str]:
    """Return the notes that a reader needs before drawing a conclusion from these throws."""
    counts = group.tally
    found = []
    if counts.typed:
        typed = (
            _("All throws were typed by people")
            if counts.typed == counts.throws
            else _(
                "%(typed)s of %(throws)s throws were typed by people",
                typed=f"{counts.typed:,}",
                throws=f"{counts.throws:,}",
            )
        )
        found.append(
            _(
                "%(typed)s: unusual counts may come from mistakes in typing, and throws that nobody logged "
                "are missing.",
                typed=typed,
            )
        )
    aside = [
        joined((f"{counts.set_aside[why]:,}", text), " ")
        for why, text in (
            (UNDONE, _("taken back")),
            (CANCELLED, _("cancelled")),
            (AGAIN, _("thrown or typed again")),
        )
        if why in counts.set_aside
    ]
    if aside:
        total = sum(counts.set_aside.values())
        found.append(
            _("Not counted: %(aside)s (cocked dice and corrections).", aside=joined(aside, _(" and ")))
        )
        if total * 10 > counts.throws + total:
            found.append(
                _("That is more than one throw in ten: the report is wrong if unwelcome throws are thrown "
                  "again.")
            )
    if group.enough:
        found.append(noticed(report, counts.dice))
    return found


def noticed(report: DiceReport, dice: int) -> str:
    """Return a sentence with the power of the report for a die that shows one face in one throw of five."""
    told = power_of(report, dice)
    text = _(
        "With %(dice)s, a face that comes in 20 %% instead of 16.7 %% is noticed in %(percent)s of 100 ",
        dice=_dice(dice),
        percent=_percent(told),
    )
    text += _("reports like this one")
    if report.suspect is not None:
        return text + "."
    surely = power.needed(Fraction(9, 10), level=power.FACES_LEVEL / _judged(report))
    return text + _("; in 90 of 100 with %(surely)s dice.", surely=f"{surely:,}")


def power_of(report: DiceReport, dice: int) -> float:
    """Return the power for a group of this number of dice: the groups of a report share its level."""
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
        return _("Too few throws were logged to say anything.")
    where = _("one group of throws") if groups == 1 else _("%(groups)s groups of throws", groups=groups)
    asked = counted(report.questions, "question")
    told = _(
        "%(asked)s to %(where)s, judged together: of %(value)s such reports about fair dice at most ",
        asked=asked,
        where=where,
        value=1 / LEVEL,
    )
    told += _("one calls anything unusual.")
    odd = [title(group) for group in report.groups if group.unusual]
    if not odd:
        return _("Nothing unusual. %(told)s", told=told)
    return _("Unusual: %(odd)s. %(told)s", odd=joined(odd), told=told)


def _faces(stand_out: Sequence[tuple[int, ...]]) -> str:
    return joined((_FACES[face - 1] for (face,) in stand_out), _(" and "))


def _dice(count: int) -> str:
    return _("%(count)s dice", count=f"{count:,}") if count != 1 else _("1 die")


def _percent(share: float) -> str:
    return str(min(99, max(1, round(100 * share))))


def _figure(value: float) -> str:
    return f"{value:,.1f}".removesuffix(".0")
