"""Sounds and lamps: what is heard and seen at which instant, whatever the loop's pace."""

import pytest

from tabledevice import buzzer, lamps
from tabledevice.buzzer import CLICK, FLAG, NEVER, QUESTION, REFUSED, Buzzer
from tabledevice.lamps import Lamps


class Tone:
    """A PWM output that notes (ms, Hz) whenever what is heard changes."""

    def __init__(self):
        self.heard = []
        self.now = 0
        self.frequency = 2000
        self._duty = 0

    @property
    def duty_cycle(self):
        return self._duty

    @duty_cycle.setter
    def duty_cycle(self, value):
        self._duty = value
        sound = self.frequency if value else 0
        if sound != (self.heard[-1][1] if self.heard else 0):
            self.heard.append((self.now, sound))


def follow(player, tone, now=0):
    """Tick at every deadline until nothing is due; return when that was."""
    while player.deadline != NEVER:
        now = tone.now = max(now, player.deadline)
        player.tick(now)
    return now


def expected(pattern, start):
    """What a pattern must sound like, from its table."""
    heard, now, last = [], start, 0
    for frequency, duration in zip(pattern[1::2], pattern[2::2], strict=True):
        if frequency != last:
            heard.append((now, frequency))
        now, last = now + duration, frequency
    return heard + ([(now, 0)] if last else [])


PATTERNS = [value for name, value in vars(buzzer).items() if isinstance(value, tuple)]


@pytest.mark.parametrize("pattern", PATTERNS)
def test_patterns_sound_as_written(pattern):
    tone = Tone()
    player = Buzzer(tone)
    player.play(pattern)
    assert player.deadline <= 1000
    end = follow(player, tone, 1000)
    assert tone.heard == expected(pattern, 1000)
    assert end == 1000 + sum(pattern[2::2])
    assert not tone.duty_cycle


def test_a_slow_loop_swallows_tones_but_ends_in_time():
    tone = Tone()
    player = Buzzer(tone)
    player.play(REFUSED)
    for tone.now in (0, 100, 500):
        player.tick(tone.now)
    assert tone.heard == [(0, 420), (100, 0)]
    assert player.deadline == NEVER


def test_a_click_does_not_hide_a_fallen_flag():
    tone = Tone()
    player = Buzzer(tone)
    player.play(FLAG)
    player.play(CLICK)
    player.tick(0)
    player.play(QUESTION)
    follow(player, tone)
    assert tone.heard == expected(FLAG, 0)
    player.play(CLICK)
    tone.now = 5000
    player.tick(5000)
    assert tone.heard[-1] == (5000, CLICK[1])


@pytest.mark.parametrize(("pattern", "lasts"), [(CLICK, 12), (QUESTION, 0), (FLAG, 0)])
def test_a_click_is_heard_to_its_end_before_nobody_listens(pattern, lasts):
    tone = Tone()
    player = Buzzer(tone)

    class Hardware:
        def now(self):
            return tone.now

        def wait(self, ms):
            tone.now += ms

    player.play(pattern)
    player.tick(0)
    player.finish(Hardware())
    assert tone.heard == [(0, pattern[1]), (lasts, 0)]
    assert player.deadline == NEVER
    player.finish(Hardware())
    assert tone.now == lasts


def test_the_more_important_sound_cuts_in():
    tone = Tone()
    player = Buzzer(tone)
    player.play(REFUSED)
    player.tick(0)
    tone.now = 20
    player.play(FLAG)
    player.tick(20)
    assert tone.heard == [(0, 420), (20, 880)]


def test_silent_and_missing_piezo():
    tone = Tone()
    player = Buzzer(tone)
    player.silent = True
    player.play(FLAG)
    assert player.deadline == NEVER
    assert not tone.heard
    player = Buzzer(None)
    player.play(CLICK)
    player.tick(0)
    player.tick(50)
    assert player.deadline == NEVER


def test_the_end_of_time_silences():
    tone = Tone()
    player = Buzzer(tone)
    player.play(FLAG)
    player.tick(NEVER)
    assert player.deadline == NEVER
    assert not tone.duty_cycle


class Pin:
    """An output that counts how often it was written."""

    def __init__(self):
        self.writes = 0
        self._value = False

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, value):
        self.writes += 1
        self._value = value


def seen(pins):
    return [pin.value for pin in pins]


def test_lamps_light_the_seat_on_turn_and_write_only_changes():
    pins = [Pin() for _ in range(4)]
    board = Lamps(pins)
    board.show((1 << 1, 0))
    assert seen(pins) == [False, True, False, False]
    board.show((1 << 1, 0))
    board.show((1 << 0, 0))
    assert seen(pins) == [True, False, False, False]
    assert [pin.writes for pin in pins] == [1, 2, 0, 0]
    assert board.deadline == NEVER


def test_lamps_blink_where_an_answer_is_awaited():
    pins = [Pin() for _ in range(4)]
    board = Lamps(pins)
    board.show((1 << 0, 1 << 1))
    assert seen(pins) == [True, True, False, False]
    now = 777
    for turn in range(1, 7):
        board.tick(now)
        assert board.deadline == now + lamps.HALF_PERIOD
        assert seen(pins) == [True, turn % 2 == 1, False, False]
        board.tick(now + lamps.HALF_PERIOD - 1)
        assert seen(pins) == [True, turn % 2 == 1, False, False]
        now = board.deadline
    board.show((0, 0))
    assert seen(pins) == [False] * 4
    assert board.deadline == NEVER
    # a deadline set back with the time base asks for one look, not for ever
    board.deadline = 0
    board.tick(0)
    assert board.deadline == NEVER
    board.show((0, 3))
    assert seen(pins) == [True, True, False, False]
