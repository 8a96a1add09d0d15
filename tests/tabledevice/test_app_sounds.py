"""What is heard: a click for each key, and a sound of its own for what players must not miss."""

import shutil

import pytest

from tabledevice import buzzer
from tablesim.processor import Processor
from tests.tabledevice.hands import TO_TURN, Table


def notes(pattern):
    """Return the frequencies of a pattern."""
    return [hertz for hertz in pattern[1::2] if hertz]


def heard(table, since):
    """Return the frequencies that sounded since a moment (us), clicks left out."""
    sounded = [hertz for us, hertz, duty in table.board.sounds if us >= since and duty]
    return [hertz for hertz in sounded if hertz != buzzer.CLICK[1]]


@pytest.mark.parametrize(
    ("before", "key", "pattern"),
    [
        (TO_TURN, 0, buzzer.REFUSED),
        ((*TO_TURN, "7"), 1, buzzer.QUESTION),
        ((*TO_TURN, "7", 1, "8"), 0, buzzer.QUESTION),
        ((*TO_TURN, "9", "1"), 1, buzzer.QUESTION),
        ((*TO_TURN, "9", "1", 1), 0, buzzer.AGREED),
    ],
)
def test_what_must_not_be_missed_is_heard(table, before, key, pattern):
    table.set_up().press(*before)
    table.wait(1000)
    since = table.timeline.now_us
    table.press(key)
    table.wait(1000)
    assert heard(table, since) == notes(pattern)


def lasted(table, since):
    """Return (frequency, ms) of each tone since a moment (us), in their order; silence is 0 Hz."""
    tones = []
    for us, hertz, duty in table.board.sounds:
        sound = hertz if duty else 0
        if us >= since and sound != (tones[-1][0] if tones else 0):
            tones.append((sound, us))
    ends = [us for _, us in tones[1:]]
    return [(sound, (end - us) / 1000) for (sound, us), end in zip(tones, ends, strict=False) if end > us]


#: a tone ends within one rest of the loop and one pass of it (ms)
LATE = 5


@pytest.mark.turns(4)
@pytest.mark.parametrize(
    ("before", "key", "pattern"),
    [
        (TO_TURN, "4", buzzer.CLICK),
        (TO_TURN, 0, buzzer.REFUSED),
        ((*TO_TURN, "7"), 1, buzzer.QUESTION),
        ((*TO_TURN, "9", "1", 1), 0, buzzer.AGREED),
    ],
)
def test_sounds_last_as_long_as_their_pattern_says(before, key, pattern):
    """On a board whose processor takes its time: a drawing takes longer than a click lasts."""
    table = Table(processor=Processor())
    table.set_up().press(*before)
    table.wait(1000)
    since = table.timeline.now_us
    table.press(key)
    table.wait(1000)
    tones = lasted(table, since)
    assert [hertz for hertz, _ in tones] == list(pattern[1::2])
    for (_, lasts), asked in zip(tones, pattern[2::2], strict=True):
        # ms are read from ticks of 1/1024 s
        assert (asked - 1) * 1000 / 1024 <= lasts <= asked + LATE
    assert table.board.crashes == []
    table.board.power_off()


def test_each_key_clicks(table):
    since = table.timeline.now_us
    table.press("#", "1")
    clicks = [hertz for us, hertz, duty in table.board.sounds if us >= since and duty]
    assert clicks == [buzzer.CLICK[1]] * 2


def test_all_signals_can_be_silenced_in_the_settings(repository, tmp_path):
    for name in ("boot.py", "code.py", "safemode.py"):
        shutil.copy(repository / "firmware" / name, tmp_path)
    told = (repository / "firmware" / "settings.toml").read_text("utf-8")
    assert 'TABLEKEEPER_SOUND = "on"' in told
    (tmp_path / "settings.toml").write_text(told.replace('SOUND = "on"', 'SOUND = "off"'), "utf-8")
    table = Table(firmware=tmp_path)
    table.set_up().press("3", "1", 1, 0, "#")
    assert not table.board.sounds
    assert table.board.crashes == []
    table.board.power_off()


def test_low_time_is_heard_once_a_game_at_its_moment_and_the_flag_whatever_else_sounds(table):
    table.set_up("#", "1", "1", "#", "4").press("3", "1", 1)
    at = table.sheet.clock.flag_at()
    since = table.timeline.now_us
    table.wait(at - table.now - 30_100)
    assert heard(table, since) == []
    table.wait(1000)
    assert heard(table, since) == notes(buzzer.LOW_TIME)
    table.press(0)
    table.wait(5000)
    table.press(1)
    table.wait(15_000)
    assert heard(table, since) == notes(buzzer.LOW_TIME), "once"
    flag_us = table.timeline.now_us
    for _ in range(25):
        table.wait(1000)
        table.press("7", gap=100)
        table.press("*", gap=100)
    table.wait(3000)
    found = heard(table, flag_us)
    assert notes(buzzer.FLAG) == [hertz for hertz in found if hertz in notes(buzzer.FLAG)]
