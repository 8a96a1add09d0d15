"""Whether dice are fair: from logged throws to exact figures, and to words that nobody reads too much into.

`throws` is what was thrown, `tally` counts it, `binomial`, `chisquare` and `sequence` say how often fair dice
do that, `verdict` puts all answers of a report together so that fair dice seldom look odd, `power` says how
many throws it takes to notice what is wrong, and `wording` tells it. Pure.
"""

from tablekeeper.fairness.throws import Throw, read_throws
from tablekeeper.fairness.verdict import DiceReport, Group, judge

__all__ = ["DiceReport", "Group", "Throw", "judge", "read_throws"]
