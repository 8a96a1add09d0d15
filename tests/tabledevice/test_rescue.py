"""A program that fails: the game goes on, its clock is exact, it is written down, told and shown.

The failures are put into the running program from outside, as whatever nobody has thought of.
"""

import zlib

import pytest

from tablecore import hostlink, records
from tabledevice import journal as journals
from tabledevice import opening, rescue, texts
from tabledevice.texts import rare
from tablekeeper.games import catalogue
from tableprograms.backgammon import sheet as match
from tablesim.processor import Processor
from tests.guards import sample
from tests.tabledevice.hands import TO_TURN, Host, Table

PROGRAM = catalogue.PARTS.index("program")


class Bug(Exception):
    """What the program fails with here."""


@pytest.fixture
def table():
    made = Table()
    made.set_up("#", "1", "5", "#", "1").press(*TO_TURN)
    yield made
    assert made.board.vm is None or made.sheet.odd == 0
    made.board.power_off()


@pytest.fixture
def breaks(monkeypatch):
    """What lets a method of a part of the program fail `times` times before it does what it always did."""
    return lambda *words, **more: _break(monkeypatch, *words, **more)


def _break(monkeypatch, name, where, times=1, error=Bug):
    left = [times]
    whole = getattr(where, name)

    def failing(*arguments):
        if left[0]:
            left[0] -= 1
            raise error("here")
        return whole(*arguments)

    monkeypatch.setattr(where, name, failing)


def fault(table):
    """The last record, which has to be the fault of a program."""
    return records.unpack(table.record(table.last))


def test_after_a_failure_the_game_goes_on_and_the_clock_is_exact(table, breaks):
    sheet = table.sheet
    before, life = table.last, table.board.resets
    since, turn = sheet.clock.since, sheet.turn
    packed = sheet.pack()
    old = table.app.fold
    breaks("_live", table.app)
    table.wait(3000)
    assert table.app.fold is not old, "the journal was folded again"
    assert table.sheet.pack() == packed
    assert (table.sheet.clock.running, table.sheet.clock.since, table.sheet.turn) == (True, since, turn)
    assert table.board.resets == life
    assert table.log(before) == [("fault", PROGRAM, 1, 0)]
    _, _, _, _, _, ms, count, detail = fault(table)
    assert count == 1
    assert 0 <= ms - (table.now - 3000) <= 1000
    [crash] = table.board.crashes
    assert "Bug: here" in crash
    assert detail == zlib.crc32(crash[-700:].encode())
    table.press(turn)
    _, kind, _, _, _, pressed, _, _ = fault(table)
    assert kind == records.PRESS
    left = 5 * 180_000 - max(0, pressed - since - 12_000)
    assert table.sheet.clock.reserve[turn] == left


def test_a_failure_is_shown_and_over_after_a_while(table, breaks):
    before = table.last
    breaks("_live", table.app)
    table.wait(1500)
    assert table.reads(texts.PROGRAM_ERROR)
    assert table.app.faults.bits == 1 << PROGRAM
    table.wait(rescue.SOON + 2000)
    assert table.log(before) == [("fault", PROGRAM, 1, 0), ("fault", PROGRAM, 0, 0)]
    assert table.app.faults.bits == 0


def test_the_key_in_hand_is_tried_once_more_and_those_behind_it_are_not_lost(table, breaks):
    """One press is lost to nothing when the failure was a passing one; its stamp is that of the finger."""
    before, turn = table.last, table.sheet.turn
    breaks("key", table.app.program, error=MemoryError)
    pressed = table.now
    table.board.press(turn)
    table.board.press("4", table.timeline.now_us + 6000)
    table.board.press("2", table.timeline.now_us + 200_000)
    table.wait(2000)
    assert [row[0] for row in table.log(before)] == ["fault", "press", "dice"]
    assert table.sheet.dice == [4, 2]
    press = records.unpack(table.record(before + 2))
    assert 0 <= press[5] - pressed <= 6


def test_a_key_that_always_fails_is_given_up(table, breaks):
    before = table.last
    breaks("_star", table.app.program.__class__, times=5)
    table.press("*", gap=1500)
    assert [row[0] for row in table.log(before)] == ["fault", "fault"]
    table.press(table.sheet.turn)
    assert table.log()[-1][0] == "press"


def test_a_failure_between_a_record_and_its_effect_leaves_both(table, breaks):
    before, turn = table.last, table.sheet.turn
    breaks("apply", table.app.fold)
    table.press(turn, gap=1500)
    assert [row[0] for row in table.log(before)] == ["press", "fault"], "not twice"
    assert table.sheet.turn == 1 - turn


def test_an_undo_that_is_in_the_log_is_not_done_twice(table, breaks):
    table.press(table.sheet.turn, "6", "5")
    before = table.last
    breaks("apply", table.app.fold)
    table.hold("*").wait(1500)
    assert [row[0] for row in table.log(before)] == ["undo", "fault"]
    assert table.sheet.dice != [6, 5]


def test_a_failure_when_the_flag_falls(table, breaks):
    table.board.power_off()
    other = Table()
    other.set_up("#", "1", "1", "#", "4").press("3", "1", 1)
    at = other.sheet.clock.flag_at()
    breaks("flag", other.app.program.__class__)
    other.wait(at - other.now + 1500)
    assert other.log(other.last - 3) == [("fault", PROGRAM, 1, 0), ("flag", 0, 0, 0), ("result", 1, 4, 4)]
    assert records.unpack(other.record(other.last))[5] == at
    other.board.power_off()


def test_the_host_reads_what_happened_and_the_link_goes_on(table, breaks):
    host = Host(table)
    table.wait(3000)
    boot = [event for event in host.events if event[0] == hostlink.HELLO][-1]
    breaks("_live", table.app)
    table.wait(5000)
    said = b"\n".join(event[1] for event in host.events if event[0] == hostlink.STRAY)
    assert b"Traceback" in said or b"Bug: here" in said
    assert said.rstrip().endswith(b"Bug: here")
    again = [event for event in host.events if event[0] == hostlink.HELLO][-1]
    assert again[7:9] == boot[7:9], "the same journal, the same boot"
    table.press(table.sheet.turn, "6", "1")
    table.wait(3000)
    assert host.has_all()


def test_what_only_ram_held_is_still_there(breaks):
    table = Table(fram=False)
    table.set_up().press(*TO_TURN, "6", "5", 1)
    packed, turn = table.sheet.pack(), table.sheet.turn
    breaks("_live", table.app)
    table.wait(2000)
    assert table.sheet.pack() == packed
    for number in range(journals._IN_RAM + 20):
        table.press((turn + number) % 2, gap=120)
    packed = table.sheet.pack()
    breaks("_live", table.app)
    table.wait(15_000)
    breaks("_live", table.app)
    table.wait(2000)
    assert table.sheet.pack() == packed
    assert table.sheet.odd == 0
    table.board.power_off()


def test_a_menu_that_fails_is_left(breaks):
    table = Table()
    table.press("#")
    breaks("key", table.app.menu.__class__)
    table.press("5", gap=1500)
    assert table.app.menu is None
    table.set_up()
    assert table.sheet.phase == match.READY
    table.board.power_off()


def test_the_third_failure_loads_the_program_anew(table, breaks):
    """What is in the way may be the state of the program itself: a fresh one begins from the memory."""
    life = table.board.resets
    breaks("_live", table.app.__class__, times=3)
    table.wait(4000)
    assert table.board.resets == life, "the processor ran on"
    boot = next(row for row in reversed(table.log()) if row[0] == "boot")
    assert boot[1] == 8
    assert table.sheet.pause == records.POWER
    table.press("#", table.sheet.clock.turn)
    assert table.log()[-1][0] == "press"
    assert len(table.board.crashes) == 3


def test_if_that_does_not_help_the_processor_is_reset(table, breaks):
    life = table.board.resets
    breaks("_live", table.app.__class__, times=6)
    table.wait(10_000)
    assert table.board.resets == life + 1
    assert table.board.reset_reason == "SOFTWARE"
    assert [row[1] for row in table.log() if row[0] == "boot"] == [0, 8, 2]
    table.press("#", table.sheet.clock.turn)
    assert table.log()[-1][0] == "press"


@sample.scenario("the way back")
def test_the_way_back_needs_nothing_that_the_start_has_discarded(monkeypatch):
    # a board with a processor has modules of its own, and discards as a real one does
    table = Table(power=False, processor=Processor())
    table.power_on()
    table.wait(1500)
    table.set_up().press("3", "1", 1, 0).wait(1000)
    kinds = {type(one) for one in (table.app, table.app.journal, table.app.oled, table.app.hardware)}
    assert {kind.__init__ for kind in kinds} == {None}

    def failing(*_):
        raise Bug("the clock cannot be shown")

    with monkeypatch.context() as broken:
        broken.setattr(table.app, "_live", failing, raising=False)
        table.wait(1000)
    # a pass that was under way may still fail
    table.wait(1000)
    assert 1 <= len(table.board.crashes) < rescue.MOST
    table.board.crashes.clear()
    table.wait(1000)
    table.press("6", "4", table.sheet.turn).wait(1000)
    assert table.board.crashes == []
    assert table.log()[-1][0] == "press"
    table.board.power_off()


def test_when_nothing_helps_a_screen_says_what_to_do(table, monkeypatch):
    def failing(*_):
        raise Bug("for ever")

    with monkeypatch.context() as broken:
        broken.setattr(table.app.__class__, "_live", failing)
        table.wait(60_000)
        drawn = bytes(table.board.pixels)
        life = table.board.resets
        lamps = set()
        for _ in range(10):
            table.wait(300)
            lamps.add(table.board.leds)
        table.wait(60_000)
        assert table.board.resets == life, "neither the loop nor the watchdog ends it"
        assert bytes(table.board.pixels) == drawn
        for line in range(1, len(rare.STOPPED)):
            assert table.reads(rare.STOPPED[line], 2 + line)
        assert lamps == {(True,) * 4, (False,) * 4}
        assert table.board.leds in lamps
    # and the log is kept
    table.board.crashes.clear()
    table.power_cycle()
    assert table.sheet.pause == records.POWER
    table.press("#", table.sheet.clock.turn)
    assert table.log()[-1][0] == "press"


@sample.scenario("a program that cannot start")
def test_a_program_that_cannot_even_start_is_stopped_as_well(monkeypatch):
    table = Table(power=False)
    with monkeypatch.context() as broken:
        broken.setattr(opening, "start", lambda app: 1 // 0)
        table.board.power_on()
        table.wait(40_000)
        assert table.app is None
        assert len(table.board.crashes) == 9
        assert table.board.reset_reason == "SOFTWARE"
    table.board.crashes.clear()
    table.power_cycle()
    assert table.app is not None
    table.board.power_off()


@sample.scenario("failures far apart")
def test_failures_far_apart_do_not_add_up(table, breaks):
    life = table.board.resets
    for _ in range(6):
        breaks("_live", table.app)
        table.wait(rescue.SOON + 2000)
    assert table.board.resets == life
    assert [row[0] for row in table.log() if row[0] == "boot"] == ["boot"]
    assert table.sheet.clock.running


def test_a_memory_that_is_too_small_finds_the_reserve(table, breaks):
    held = table.board.running("rescue")
    assert len(held._reserve) == rescue.RESERVE
    seen = []

    def recover(failures, text):
        seen.append(held._reserve)
        return whole(failures, text)

    whole = table.app.recover
    table.app.recover = recover
    breaks("_live", table.app, error=MemoryError)
    table.wait(2000)
    assert seen == [None], "it was given up before the way back"
    assert len(held._reserve) == rescue.RESERVE
