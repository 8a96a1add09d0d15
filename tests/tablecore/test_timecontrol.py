"""Time controls: the tables of docs/timecontrol.md run, and what is printed is read back the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tablecore import clock
from tablekeeper.games import timecontrol
from tablekeeper.games.timecontrol import LONGEST, TimeControlError, for_match, parse, text
from tests.refusal import failure

METHODS = ("none", "sudden", "delay", "bronstein", "fischer", "up")


def table(repository, heading):
    """Return the rows of the table under a heading, as lists of plain cells."""
    page = (repository / "docs" / "timecontrol.md").read_text("utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line for line in section.splitlines() if line.startswith("|")][2:]
    return [[cell.strip().strip("`") for cell in row.strip("|").split("|")] for row in rows]


def test_what_the_page_says_can_be_written(repository):
    rows = table(repository, "What can be written")
    assert len(rows) == 18
    for written, printed, method, reserve, delay, precredit, per_point, _ in rows:
        control = (METHODS.index(method), int(reserve), int(delay), int(precredit), int(per_point))
        assert parse(written) == control, written
        assert text(control) == printed
        assert parse(printed) == control


def test_what_the_page_says_is_refused(repository):
    rows = table(repository, "What is refused")
    assert len(rows) == 21
    for written, why in rows:
        with pytest.raises(TimeControlError) as refusal:
            parse(written)
        assert str(refusal.value) == (
            f"'{written}' is not a time control: {why} (examples: 21m b12, 14m d12, 5m f3, up)"
        )


times = some.integers(1, LONGEST // 1000).map(lambda s: 1000 * s)
delays = some.integers(1, timecontrol.LONGEST_DELAY)
flags = some.integers(0, 1)
controls = some.one_of(
    some.just((clock.NONE, 0, 0, 0, 0)),
    some.just((clock.UP, 0, 0, 0, 0)),
    some.tuples(some.just(clock.SUDDEN), times, some.just(0), some.just(0), flags),
    some.tuples(some.just(clock.DELAY), times, delays, some.just(0), flags),
    some.tuples(some.sampled_from([clock.BRONSTEIN, clock.FISCHER]), times, delays, flags, flags),
    some.tuples(some.just(clock.DELAY), some.just(0), delays, some.just(0), some.just(0)),
    some.tuples(
        some.sampled_from([clock.BRONSTEIN, clock.FISCHER]), some.just(0), delays, some.just(1), some.just(0)
    ),
)


@given(controls)
def test_what_is_printed_is_read_back_the_same(control):
    printed = text(control)
    assert parse(printed) == control
    assert text(parse(printed)) == printed


@given(some.text() | some.text("0123456789hmsdbf+./pt "))
def test_any_text_is_read_or_refused_with_one_sentence(written):
    try:
        control = parse(written)
    except TimeControlError as refusal:
        sentence = str(refusal)
        assert "\n" not in sentence
        assert len(sentence) < 220
    else:
        assert parse(text(control)) == control
        # what can be written can be set: a clock takes it
        table = clock.Clock(1)
        table.set(0, control[0], control[1], control[2], control[3])


def test_a_long_text_is_not_repeated_in_full():
    with pytest.raises(TimeControlError, match=r"^'x{40}\.\.\.' is not a time control"):
        parse("x" * 10_000)


@pytest.mark.parametrize(
    "control",
    [
        (clock.SUDDEN, 0, 0, 0, 0),
        (clock.FISCHER, 0, 3000, 0, 0),
        (clock.DELAY, 0, 3000, 0, 1),
        (clock.SUDDEN, 1500, 0, 0, 0),
        (clock.SUDDEN, LONGEST + 1000, 0, 0, 0),
        (clock.DELAY, 60000, 0, 0, 0),
        (clock.DELAY, 60000, 5000, 1, 0),
        (clock.FISCHER, 60000, 100_000_000, 0, 0),
    ],
)
def test_a_control_without_a_notation_is_refused(control):
    assert "has no notation" in failure(TimeControlError, text, control)


def test_a_reserve_per_point_is_multiplied_out():
    assert text(for_match(parse("3m/pt b12"), 7)) == "21m b12"
    assert for_match(parse("5m f3"), 7) == parse("5m f3")
    assert "needs a match with a length" in failure(TimeControlError, for_match, parse("3m/pt b12"), 0)
    assert "too long" in failure(TimeControlError, for_match, parse("99h/pt"), 2)


def test_the_module_shows_the_notation_it_reads():
    shown = re.findall(r"^    (\S+(?: [dbf]\S+)?)  ", timecontrol.__doc__, re.MULTILINE)
    assert len(shown) == 9
    for one in shown:
        parse(one)
