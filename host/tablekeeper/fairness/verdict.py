"""The verdict on throws: a few tests per group of throws, all judged together.

With many tests, fair dice give unusual results by chance. So every test of a report has a share of the
LEVEL, and Holm's procedure (1979, with weights) is applied to all of them: at most one report in twenty
about fair dice calls anything unusual, for any number of devices, players and tests, dependent or not. Half
of a group's share belongs to the test of its faces, the rest is divided equally. Single faces and kinds
are named only where their test as a whole is unusual.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from tablekeeper.fairness import binomial, chisquare, sequence
from tablekeeper.fairness.tally import KINDS, DiceTally, tally
from tablekeeper.fairness.throws import UNKNOWN, Throw

#: at most one of 20 reports about fair dice calls something unusual
LEVEL = Fraction(1, 20)
#: fewer dice prove nothing: with them, a fair die's counts differ by half of the expected value
LEAST = 60
SIXTH = Fraction(1, 6)
#: the attributes by which throws can be grouped
GROUPINGS = ("device", "set", "player", "event")
FACES, DOUBLES, KIND, AGAIN_ONE, AGAIN_TWO, RUNS_ONE, RUNS_TWO, SUSPECT = (
    "faces", "doubles", "kinds", "same again, one die", "same again, two dice", "runs, one die",
    "runs, two dice", "suspicion",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DiceAnswer:
    """The result of one test of a group."""

    question: str
    #: the probability that fair dice give a result at least as unusual in this test
    p: float
    #: the same probability for the whole report: that any of its tests gives such a result
    adjusted: float
    #: the count, the expected count, and the number of tries
    count: float
    expected: float
    out_of: int
    #: how p was computed: "exact", or the name of the approximation
    method: str
    #: the unusual faces or kinds of two dice, if the test as a whole is unusual
    stand_out: tuple[tuple[int, ...], ...] = ()

    @property
    def unusual(self) -> bool:
        """Whether the result is called unusual."""
        return self.adjusted <= LEVEL


@dataclass(frozen=True, slots=True)
class Group:
    """Throws that are tested together: all, or those of one device, set of dice, player or event."""

    kind: str
    name: str
    tally: DiceTally
    answers: tuple[DiceAnswer, ...]
    #: the usual range of a face's count: with fair dice a face is outside in at most one of 20 such groups
    usual_faces: tuple[int, int]
    usual_doubles: tuple[int, int]

    @property
    def enough(self) -> bool:
        """Whether there are enough dice for a verdict."""
        return self.tally.dice >= LEAST

    @property
    def unusual(self) -> tuple[DiceAnswer, ...]:
        """The unusual results, the most unusual first."""
        return tuple(sorted((one for one in self.answers if one.unusual), key=lambda one: one.adjusted))


@dataclass(frozen=True, slots=True)
class DiceReport:
    """All groups, judged together."""

    groups: tuple[Group, ...]
    #: the face that was suspected before the throws, or None
    suspect: int | None = None

    @property
    def questions(self) -> int:
        """The number of tests."""
        return sum(len(group.answers) for group in self.groups)

    @property
    def unusual(self) -> bool:
        """Whether anything is called unusual."""
        return any(group.unusual for group in self.groups)


@dataclass(slots=True)
class _Question:
    question: str
    p: float
    count: float
    expected: float
    out_of: int
    method: str = "exact"
    stand_out: tuple[tuple[int, ...], ...] = ()
    weight: Fraction = field(default_factory=Fraction)


def grouped(throws: Sequence[Throw], kinds: Iterable[str]) -> dict[tuple[str, str], list[Throw]]:
    """Return throws by (kind, name), for each requested kind of `GROUPINGS`; unnamed groups come last."""
    found: dict[tuple[str, str], list[Throw]] = {}
    for kind in kinds:
        parts: dict[str, list[Throw]] = {}
        for throw in throws:
            parts.setdefault(throw.named(kind), []).append(throw)
        for name in sorted(parts, key=lambda one: (one == UNKNOWN, one)):
            found[kind, name] = parts[name]
    return found


def judge(groups: Mapping[tuple[str, str], Sequence[Throw]], suspect: int | None = None) -> DiceReport:
    """Judge groups of throws, each by (kind, name), together.

    `suspect` is a face (1 to 6) that was named before the throws: then the only test is whether it came too
    often. This test detects much more than all tests together.
    """
    if suspect is not None and not 1 <= suspect <= 6:
        raise ValueError("a face is 1 to 6")
    tallies = {key: tally(throws) for key, throws in groups.items()}
    asked = {key: _asked(one, suspect) for key, one in tallies.items()}
    _weigh(asked)
    adjusted = holm([(one.p, one.weight) for questions in asked.values() for one in questions])
    places = iter(adjusted)
    found = []
    for (kind, name), counts in tallies.items():
        answers = tuple(
            DiceAnswer(one.question, one.p, told, one.count, one.expected, one.out_of, one.method,
                   one.stand_out if told <= LEVEL else ())
            for one, told in zip(asked[kind, name], places)  # noqa: B905 - the rest is the next group's
        )  # fmt: skip
        found.append(
            Group(
                kind, name, counts, answers,
                binomial.usual(counts.dice, SIXTH, LEVEL / 6) if counts.dice else (0, 0),
                binomial.usual(len(counts.two), SIXTH, LEVEL) if counts.two else (0, 0),
            )
        )  # fmt: skip
    return DiceReport(tuple(found), suspect)


def holm(figures: Sequence[tuple[float, Fraction]]) -> list[float]:
    """Return the adjusted figures of (p, weight) pairs; each at most 1, and in the order given.

    Weighted Holm procedure: in order of p / weight, p / weight is multiplied by the sum of the remaining
    weights.

    >>> half, quarter = Fraction(1, 2), Fraction(1, 4)
    >>> [round(one, 3) for one in holm([(0.01, half), (0.04, quarter), (0.3, quarter)])]
    [0.02, 0.08, 0.3]
    """
    order = sorted(range(len(figures)), key=lambda place: figures[place][0] / figures[place][1])
    left = sum((weight for _, weight in figures), Fraction())
    found = [1.0] * len(figures)
    highest = 0.0
    for place in order:
        p, weight = figures[place]
        highest = max(highest, min(1.0, p * float(left / weight)))
        found[place] = highest
        left -= weight
    return found


def _weigh(asked: Mapping[tuple[str, str], Sequence[_Question]]) -> None:
    groups = [questions for questions in asked.values() if questions]
    for questions in groups:
        share = Fraction(1, len(groups))
        rest = len(questions) - 1
        for place, one in enumerate(questions):
            if not rest:
                one.weight = share
            else:
                one.weight = share / 2 if place == 0 else share / 2 / rest


def _asked(counts: DiceTally, suspect: int | None) -> list[_Question]:
    """Return the tests that are possible with this number of throws, the test of faces first."""
    dice = counts.dice
    if dice < LEAST:
        return []
    if suspect is not None:
        seen = counts.faces[suspect - 1]
        p = binomial.at_least(seen, dice, SIXTH)
        return [_Question(SUSPECT, p, seen, dice / 6, dice, stand_out=((suspect,),))]
    low, high = binomial.usual(dice, SIXTH, LEVEL / 6)
    odd = tuple((face,) for face, seen in enumerate(counts.faces, 1) if not low <= seen <= high)
    method = "exact" if dice <= chisquare.EXACT else "chi-square curve, within 2 %"
    p, value = chisquare.tail(counts.faces), chisquare.statistic(counts.faces)
    found = [_Question(FACES, p, value, 5, dice, method, odd)]
    throws = len(counts.two)
    if throws >= LEAST:
        p = binomial.two_sided(counts.doubles, throws, SIXTH)
        found.append(_Question(DOUBLES, p, counts.doubles, throws / 6, throws))
        found.append(_kinds(counts, throws))
    for row, again, runs in ((counts.one, AGAIN_ONE, RUNS_ONE), (counts.two, AGAIN_TWO, RUNS_TWO)):
        if len(row) >= LEAST:
            found += _order(row, again, runs)
    return found


def _kinds(counts: DiceTally, throws: int) -> _Question:
    # the smallest p of the 21, times 21: an upper bound even if the tests depend on each other
    chances = {kind: Fraction(1 if kind[0] == kind[1] else 2, 36) for kind in KINDS}
    seen = counts.kinds
    each = {kind: binomial.two_sided(seen[kind], throws, chances[kind]) for kind in KINDS}
    oddest = min(KINDS, key=lambda kind: each[kind])
    others = (kind for kind in KINDS if kind != oddest and each[kind] * len(KINDS) <= LEVEL)
    odd = (oddest, *others)
    p = min(1.0, each[oddest] * len(KINDS))
    return _Question(KIND, p, seen[oddest], float(throws * chances[oddest]), throws, stand_out=odd)


def _order(row: Sequence[tuple[int, ...]], again: str, runs: str) -> list[_Question]:
    dice = len(row[0])
    same, chances = sequence.count_again(row)
    expected = float(chances * (sequence.ONE_AGAIN if dice == 1 else sequence.TWO_AGAIN))
    p = sequence.again_two_sided(dice, len(row), same)
    # one die: 1 to 3 against 4 to 6; two dice: sums below 7 against sums above, without sevens
    signs = [sum(faces) > 3.5 * dice for faces in row if 2 * sum(faces) != 7 * dice]
    highs = sum(signs)
    lows = len(signs) - highs
    seen = sequence.count_runs(signs)
    return [
        _Question(again, p, same, expected, chances),
        _Question(
            runs, sequence.runs_two_sided(lows, highs, seen), seen,
            1 + 2 * lows * highs / max(1, len(signs)), len(signs),
        ),
    ]  # fmt: skip
