"""Schedules: the tables of docs/timecontrol.md run; notation, records and clocks say the same."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as some

from tablecore import clock, clockforms, records
from tablekeeper.games import schedule
from tablekeeper.games.schedule import (
    BYOYOMI,
    CANADIAN,
    HOURGLASS,
    form,
    make_clock,
    of_clock,
    parse,
    stubs,
    text,
)
from tablekeeper.games.timecontrol import LONGEST, LONGEST_DELAY, TimeControlError
from tableprograms.backgammon.sheet import MatchSheet
from tests.refusal import failure
from tests.tablecore.test_timecontrol import controls

HEADING = "Stages, seats, overtime and other methods"
PLAIN_TABLE = (clock.PLAIN, clock.STAGED)


def tables(repository, heading):
    """Return the tables under a heading, each a list of rows of plain cells."""
    page = (repository / "docs" / "timecontrol.md").read_text("utf-8")
    section = page.split(f"## {heading}\n")[1].split("\n## ")[0]
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", section + "\n", re.MULTILINE):
        rows = [re.split(r"(?<!\\)\|", row.strip("|")) for row in block.splitlines()[2:]]
        found.append([[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in rows])
    return found


def seats_of(made):
    """Return for how many seats a schedule can be used: two, unless it names more."""
    return 2 if len(made) == 1 else len(made)


def test_what_the_page_says_can_be_written(repository):
    rows = tables(repository, HEADING)[0]
    assert len(rows) == 14
    for written, printed, seats, expected in rows:
        made = parse(written)
        assert text(made) == printed, written
        assert parse(printed) == made
        assert len(made) == int(seats)
        found = "; ".join(" ".join(str(number) for number in row) for row in stubs(made))
        assert found == expected, written


def test_what_the_page_says_is_refused(repository):
    rows = tables(repository, HEADING)[1]
    assert len(rows) == 24
    for written, why in rows:
        with pytest.raises(TimeControlError) as refusal:
            parse(written)
        assert str(refusal.value).startswith(f"'{written[:40]}"), written
        assert f" is not a time control: {why} (examples: " in str(refusal.value), written


def test_the_page_tells_bronstein_from_bronstein(repository):
    (rows,) = tables(repository, "Bronstein, twice, and simple delay")
    assert len(rows) == 3
    for control, first, second in rows:
        made = make_clock(parse(control))
        made.start(0, 0)
        made.press(8_000, 1)
        assert made.remaining(0, 8_000) == int(first.split()[0]) * 1_000
        made.press(9_000, 0)
        if second.startswith("press"):
            assert made.press(17_000, 1)
            assert made.remaining(0, 17_000) == int(second.split()[-2]) * 1_000
        else:
            assert made.flag_at() - 9_000 == int(second.split()[-2]) * 1_000


def test_the_module_shows_the_notation_it_reads():
    shown = re.findall(r"^    (\S.*?)   ", schedule.__doc__, re.MULTILINE)
    assert len(shown) == 6
    for one in shown:
        assert text(parse(one))


times = some.integers(1, LONGEST // 5000).map(lambda s: 1000 * s)
delays = some.integers(1, LONGEST_DELAY)
counts = some.integers(1, 255)
limited = some.one_of(
    some.tuples(some.just(clock.SUDDEN), times, some.just(0), some.just(0), some.just(0)),
    some.tuples(some.just(clock.DELAY), times, delays, some.just(0), some.just(0)),
    some.tuples(some.just(clock.BRONSTEIN), times, delays, some.just(0), some.just(0)),
    some.tuples(some.just(clock.FISCHER), times, delays, some.just(0), some.just(0)),
)
overtimes = some.just(0) | some.integers(1, 3600).map(lambda s: 1000 * s)
periods = some.integers(1, 3600).map(lambda s: 1000 * s)
flowing = controls.map(lambda one: (((0, one),), 0))
timed = controls.filter(lambda one: clock.SUDDEN <= one[0] <= clock.FISCHER)
with_overtime = some.tuples(timed, overtimes).map(lambda one: (((0, one[0]),), one[1]))
first_stages = some.lists(some.tuples(counts, limited), min_size=1, max_size=3)
in_stages = some.tuples(first_stages, limited, overtimes).map(
    lambda one: ((*one[0], (0, one[1])), one[2])
)


def of_method(method):
    control = some.tuples(some.just(method), some.just(0) | times, periods, counts, some.just(0))
    return control.map(lambda one: (((0, one),), 0))


sand = some.tuples(some.just(HOURGLASS), times, some.just(0), some.just(0), some.just(0)).map(
    lambda one: (((0, one),), 0)
)


def together(seat, most=6):
    """Return schedules of such seats."""
    return some.lists(seat, min_size=1, max_size=most).map(
        lambda seats: (seats[0],) if all(one == seats[0] for one in seats) else tuple(seats)
    )


schedules = some.one_of(
    together(flowing | with_overtime), together(with_overtime | in_stages), together(sand, 2),
    together(of_method(BYOYOMI) | flowing), together(of_method(CANADIAN) | with_overtime),
)


@given(schedules)
def test_what_is_printed_is_read_back_the_same(made):
    assert parse(text(made)) == made


@given(schedules)
def test_a_clock_knows_what_it_was_set_to(made):
    made = schedule.for_match(made, 1)
    table = make_clock(made, seats_of(made))
    assert table.form == form(made)
    back = of_clock(table)
    assert text(back) == text(made)
    again = make_clock(back, seats_of(made))
    assert again.pack() == table.pack()
    assert clockforms.restore(table.pack())[0].pack() == table.pack()
    # and still knows it when stages and reserves have gone on
    table.start(0, 0)
    for now in range(1_000, 9_000, 1_000):
        table.press(now, now // 1_000 % table.seats)
    assert of_clock(table) == back


@given(schedules.filter(lambda one: len(one) <= 2 and form(one) in PLAIN_TABLE))
def test_the_records_of_a_schedule_set_a_table_to_it(made):
    made = schedule.for_match(made, 1)
    rows = [(records.MATCH, 1, 5, 1, 9, 0), *stubs(made)]
    sheet = MatchSheet()
    for place, (kind, a, b, c, p, q) in enumerate(rows):
        assert sheet.apply(place + 1, kind, a, b, c, 50, p, q)
    assert sheet.apply(len(rows) + 1, records.COMMIT, len(rows), records.MATCH, 0, 50, 1, 0)
    assert sheet.clock.pack() == make_clock(made).pack()


@given(some.text() | some.text("0123456789hmsdbfoyc+./pt ,|x"))
def test_any_text_is_read_or_refused_with_one_sentence(written):
    try:
        made = parse(written)
    except TimeControlError as refusal:
        sentence = str(refusal)
        assert "\n" not in sentence
        assert len(sentence) < 260
    else:
        assert parse(text(made)) == made
        make_clock(schedule.for_match(made, 1), seats_of(made))


def test_seats_and_controls_must_fit():
    made = parse("21m b12 | 14m b12")
    assert "3 seats have 2 time controls" in failure(TimeControlError, make_clock, made, 3)
    assert "1 seats have 2 time controls" in failure(TimeControlError, stubs, made, 1)
    assert make_clock(parse("21m b12"), 6).reserve == [1_260_000] * 6


def test_points_are_multiplied_out_per_seat():
    made = schedule.for_match(parse("3m/pt b12 o1m | 10m"), 7)
    assert text(made) == "21m b12 o1m | 10m"


def test_what_no_notation_says_is_refused():
    with pytest.raises(TimeControlError, match="has no notation"):
        text(((((0, (BYOYOMI, 1_500, 30_000, 5, 0)),), 0),))


def test_a_clock_of_two_stages_is_told_after_the_first():
    table = make_clock(parse("2/10s f1+, 9s d2 o1m | 5m"))
    table.start(0, 0)
    for now in range(1_000, 9_000, 1_000):
        table.press(now, now // 1_000 % 2)
    assert table.place == [1, 0]
    assert text(of_clock(table)) == "2/10s f1+, 9s d2 o1m | 5m"
