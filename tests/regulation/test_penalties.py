"""The ladder of penalties: read, printed, and climbed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.regulation import penalties
from tablekeeper.regulation.causes import CAUSES
from tablekeeper.regulation.finding import DISQUALIFICATION, POINTS, WARNING, Effect
from tablekeeper.regulation.paragraphs import BY_NAME
from tablekeeper.strictjson import DocumentError


def climb(text, steps):
    ladder = penalties.read_ladder(text)
    return [
        (one.kind, one.points) for step in range(steps) for one in ladder.next("Ann", "Bob", "noise", step)
    ]


def test_repeated_offences_climb_the_ladder_and_stay_on_its_last_step():
    assert climb("warning, 1 point, 2 points, disqualification", 6) == [
        (WARNING, 0), (POINTS, 1), (POINTS, 2), (DISQUALIFICATION, 0), (DISQUALIFICATION, 0),
        (DISQUALIFICATION, 0),
    ]  # fmt: skip
    assert climb("warn, warn, 3", 4) == [(WARNING, 0), (WARNING, 0), (POINTS, 3), (POINTS, 3)]


@pytest.mark.parametrize("cause", CAUSES)
def test_warnings_are_passed_over_where_the_text_speaks_of_penalties(cause):
    # paragraphs 13 (points), 12, 93 and 22 ("penalties"), 32 ("penalized"); 50 has the warning first
    kinds = [penalties.offence("Ann", "Bob", cause, step=step).effects[0].kind for step in range(3)]
    if cause in ("late", "break", "clock", "signals", "length"):
        assert kinds == [POINTS, POINTS, DISQUALIFICATION]
    else:
        assert kinds == [WARNING, POINTS, POINTS]


def test_points_go_to_the_opponent():
    finding = penalties.offence("Ann", "Bob", "pace", step=1)
    assert finding.effects == (Effect(POINTS, "Ann", 1, "Bob", "pace"),)
    assert finding.paragraphs == ("pace", "violations")


def test_a_ladder_of_warnings_only_stays_with_them():
    ladder = penalties.read_ladder("warning")
    assert [one.kind for one in ladder.penalty("Ann", "Bob", "length", 3)] == [WARNING]


@pytest.mark.parametrize(
    "text",
    ["", "slap", "0 points", "100 points", "2 points, 1 point", "out, warning", ", ".join(["warn"] * 21)],
)
def test_what_is_no_ladder_is_refused(text):
    with pytest.raises(DocumentError):
        penalties.read_ladder(text)


@given(st.integers(0, 4), st.lists(st.integers(1, 99), max_size=8), st.booleans())
def test_a_ladder_reads_as_it_prints(warnings, points, out):
    steps = [(WARNING, 0)] * warnings + [(POINTS, one) for one in sorted(points)]
    steps += [(DISQUALIFICATION, 0)] * out
    if steps:
        ladder = penalties.Ladder(tuple(steps))
        assert penalties.read_ladder(ladder.text()) == ladder


def test_every_cause_has_its_paragraph():
    assert {cause.paragraph for cause in CAUSES.values()} <= set(BY_NAME)
