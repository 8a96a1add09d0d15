"""Tests whether dice are fair: from logged throws to exact figures and careful words.

`throws` reads throws, `tally` counts them, `binomial`, `chisquare` and `sequence` compute how likely a count
is with fair dice, `verdict` judges all tests of a report together so that fair dice seldom look unusual,
`power` computes how many throws are needed to detect a wrong die, and `wording` writes the report. Pure.
"""

from tablekeeper.fairness.throws import Throw, read_throws
from tablekeeper.fairness.verdict import DiceReport, Group, judge

__all__ = ["DiceReport", "Group", "Throw", "judge", "read_throws"]
