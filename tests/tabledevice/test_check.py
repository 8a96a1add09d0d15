"""The self-test over the wire: the board asks, whoever stands before it presses, the host hears each step."""

import pytest

from tablecore import hostlink, messages, records
from tabledevice import buzzer, texts
from tabledevice.programs import check
from tabledevice.texts import check as words
from tablesim.fram import Fram
from tests.tabledevice.hands import FIVE_POINTS_UP, Host, Table

ALL_KEYS = (0, 1, 2, 3, *"123456789*0#")
BEGINS, PASSED, FAILED = messages.CHECK_BEGINS, messages.CHECK_PASSED, messages.CHECK_FAILED
STEPS = range(messages.CHECK_MEMORY, messages.CHECK_KEYS + 1)


class Examiner(Host):
    """A host that keeps what it hears of a test."""

    def _pump(self):
        if self.table.timeline.now_us // 20_000 % 250 == 0:
            self.link.ask_time(1)
        Host._pump(self)

    def begin(self):
        """Ask for the test; return the answer."""
        return self.order(messages.CHECK, b"")

    @property
    def heard(self):
        """The steps told since the test began: (step, state, why)."""
        return [event[1:4] for event in self.events if event[0] == hostlink.CHECKED]


def examined(**settings):
    table = Table(**settings)
    host = Examiner(table)
    table.wait(3000)
    return table, host


@pytest.fixture
def table_and_host():
    table, host = examined()
    yield table, host
    assert table.board.crashes == []
    table.board.power_off()


def test_a_board_that_is_all_right(table_and_host):
    table, host = table_and_host
    last = table.last
    assert host.begin()[0] == messages.DONE
    table.wait(1500)
    assert host.heard == [(1, BEGINS, 0), (1, PASSED, 0), (2, BEGINS, 0)]
    lit = sum(byte.bit_count() for byte in table.board.pixels)
    assert lit > 0.87 * 128 * 64
    table.press("#")
    seen = set()
    for _ in range(8):
        table.wait(170)
        seen.add(table.board.leds)
    assert seen == {(True,) * 4, (False,) * 4}
    sounded = len(table.board.sounds)
    table.press("#")
    table.wait(3000)
    tones = [hertz for _, hertz, duty in list(table.board.sounds)[sounded:] if duty]
    assert tones.count(buzzer.QUESTION[1]) >= 4
    table.press("#")
    assert table.reads("A B C D 1 2 3 4", 4) or table.reads("A B C D 1 2 3 4", 3)
    table.press(*ALL_KEYS[:-1])
    assert (0, PASSED, 0) not in host.heard
    table.press("#")
    told = host.heard
    assert [step for step, state, _ in told if state == PASSED] == [*STEPS, 0]
    assert all(state != FAILED for _, state, _ in told)
    assert table.said == words.PASSED
    assert table.last == last, "a test leaves no record"
    table.wait(3000)
    assert table.reads(texts.HASH_NEW_MATCH)
    table.press(*FIVE_POINTS_UP)
    assert table.log()[-1][0] == "commit"


def test_what_a_person_denies_and_what_nobody_answers_has_failed(table_and_host):
    table, host = table_and_host
    host.begin()
    table.wait(1200)
    table.press("*")
    table.wait(check.PATIENCE + 2000)
    table.press("*", gap=1000)
    table.press(0, 2, 3, *"1234567890")
    table.hold("*")
    left = 1 << 1 | 1 << 13 | 1 << 15
    assert [one for one in host.heard if one[1] == FAILED] == [
        (2, FAILED, check.DENIED), (3, FAILED, check.NOBODY), (4, FAILED, check.DENIED), (5, FAILED, left),
        (0, FAILED, 1 << 2 | 1 << 3 | 1 << 4 | 1 << 5),
    ]  # fmt: skip
    assert table.said == words.FAILED


def test_a_key_that_nobody_presses_is_named(table_and_host):
    table, host = table_and_host
    host.begin()
    table.wait(1200)
    table.press("#", "#", "#")
    table.press(*(key for key in ALL_KEYS if key != "8"))
    table.wait(check.PATIENCE + 2000)
    assert (5, FAILED, 1 << 4 + 7) in host.heard


def test_without_a_display_and_with_a_memory_that_does_not_keep_its_bytes():
    fram = Fram()
    table, host = examined(fram=fram, oled=False)
    fram.write_protected = True
    host.begin()
    table.wait(1500)
    told = host.heard
    assert told[1][:2] == (1, FAILED)
    assert told[1][2] == 64
    assert told[2:4] == [(2, BEGINS, 0), (2, FAILED, check.SILENT)]
    fram.failed = True
    host.close()
    table.wait(1500)
    host.session = 0
    host.open()
    table.wait(2500)
    host.begin()
    table.wait(1500)
    assert (1, FAILED, records.NONE) in host.heard
    table.board.power_off()


def test_the_memory_of_another_board_is_only_read():
    other = Table(uid=b"TABLE--2")
    other.board.power_off()
    before = bytes(other.board.fram.memory)
    table, host = examined(fram=other.board.fram)
    host.begin()
    table.wait(1500)
    assert (1, PASSED, 0) in host.heard
    assert bytes(table.board.fram.memory) == before
    table.board.power_off()


def test_a_table_with_a_match_on_it_is_left_alone(table_and_host):
    table, host = table_and_host
    host.set_up()
    assert host.begin() == (messages.REFUSED, 0, "a match is on this table")
    table.press("3", "1", 1, 0)
    assert host.begin() == (messages.REFUSED, 0, "a match is on this table")
    assert table.log()[-1] == ("press", 0, 1, 0)
    assert host.heard == []


def test_the_test_ends_with_the_cable_and_with_a_set_up(table_and_host):
    table, host = table_and_host
    host.begin()
    table.wait(1500)
    assert table.app.checking is not None
    host.close()
    table.wait(1500)
    assert table.app.checking is None
    assert table.reads(texts.HASH_NEW_MATCH)
    host.session = 0
    host.open()
    table.wait(2500)
    host.begin()
    table.wait(1500)
    assert table.app.checking is not None
    assert host.set_up(number=5)[0] == messages.DONE
    assert table.app.checking is None
    table.press("3", "1", 1, 0)
    assert table.log()[-1] == ("press", 0, 1, 0)


def test_a_second_command_does_not_begin_it_again(table_and_host):
    table, host = table_and_host
    host.begin()
    table.wait(1200)
    table.press("#")
    host.begin()
    table.press("#")
    assert (4, BEGINS, 0) in host.heard
    assert (1, BEGINS, 0) not in host.heard


def test_a_failure_in_the_test_ends_it(table_and_host, monkeypatch):
    table, host = table_and_host
    host.begin()
    table.wait(1200)
    monkeypatch.setattr(check.Check, "lamps", lambda self: 1 // 0)
    table.press("#")
    table.wait(1500)
    assert table.app.checking is None
    assert len(table.board.crashes) == 1
    table.board.crashes.clear()
    table.press(*FIVE_POINTS_UP)
    assert table.log()[-1][0] == "commit"
