"""The whole rig without CircuitPython: a small program draws, sees a press, lights a lamp and stores."""

import pytest

from silicon import image, wiring
from silicon.latency import latencies
from silicon.playing import NoPictureError, first_picture, play
from silicon.rig import Rig, RigError
from silicon.script import parse
from tests.refusal import failure
from tests.silicon import fakeimage

PICTURE = bytes((7 * place + place // 128) & 0xFF for place in range(1024))
STORED = bytes(range(100, 124))


@pytest.fixture(scope="session")
def board(repository):
    """The wiring of hw/board.toml."""
    return wiring.read(repository)


@pytest.fixture(scope="session")
def program(rp2040js, board, tmp_path_factory):
    """A program that draws PICTURE, and at a press its first page upside down and a record at 0x500."""
    turned = bytes(255 - byte for byte in PICTURE[:128])
    press = [
        [board["memory"], [0x05, 0x00, *STORED]],
        [board["display"], [0x00, 0x21, 0, 127, 0x22, 0, 0]],
        [board["display"], [0x40, *turned]],
    ]
    folder = tmp_path_factory.mktemp("program")
    begin = fakeimage.drawing(board, PICTURE)
    return image.firmware(fakeimage.program(rp2040js, folder, board, begin, press))


@pytest.fixture
def rig(rp2040js, board, program, tmp_path):
    """A table with that program, without power."""
    rom, options = fakeimage.bootrom(), {"missCycles": 10}
    with Rig(rp2040js, tmp_path, firmware=program, bootrom=rom, board=board, options=options) as rig:
        yield rig


def test_a_picture_a_press_a_lamp_a_record(rig, board):
    played = play(rig, parse("look=first s0 look=second s0 look=third"))
    assert 20 < played.first_picture < 60
    turned = bytes(255 - byte for byte in PICTURE[:128]) + PICTURE[128:]
    assert [played.picture(name) for name in ("first", "second", "third")] == [PICTURE, turned, turned]
    assert played.memory[0x500:0x520] == STORED + bytes(8)
    events = rig.events()
    assert [event[1:] for event in events if event[1] == "lamp"] == [["lamp", 0, 1], ["lamp", 0, 0]]
    # 26 + 7 + 129 bytes and three addresses at 22.5 us, and a little for the program
    found = latencies(played.presses, events, board["display"])
    assert [one.press.key for one in found] == ["s0", "s0"]
    for one in found:
        assert 165 * 0.02246 < one.took < 165 * 0.02246 + 0.4
    state = rig.ask("state")
    assert state["written"] == 2 * len(STORED)
    assert state["misses"] > 0


def test_power_goes_in_the_middle_of_a_record(rig):
    first_picture(rig, 1000)
    rig.ask("cut", 10)
    rig.down("s0")
    rig.run(50)
    assert rig.ask("state")["powered"] is False
    assert rig.shown() is False
    assert rig.memory()[0x500:0x518] == STORED[:10] + bytes(14)
    rig.up("s0")
    assert first_picture(rig, 1000) < 60
    assert rig.picture() == PICTURE
    events = [event[1:] for event in rig.events() if event[1] == "power"]
    assert events == [["power", 1, "power-on"], ["power", 0], ["power", 1, "power-on"]]


def test_a_board_that_shows_nothing_is_told(rig):
    rig.ask("present", "oled", False)
    with pytest.raises(NoPictureError, match=r"no picture stood 0\.5 s after power-on"):
        first_picture(rig, 500)


def test_commands_that_make_no_sense_are_refused_and_the_rig_goes_on(rig):
    assert "no command dance" in failure(RigError, rig.ask, "dance")
    assert "there is no key x" in failure(RigError, rig.down, "x")
    assert rig.run(1) == 1


def test_an_emulator_that_can_not_start_says_why(rp2040js, board, tmp_path):
    with Rig(
        rp2040js, tmp_path, firmware=b"", bootrom=bytes(16384), board={"uid": "00"}
    ) as rig, pytest.raises(RigError, match="the emulator ended: "):  # fmt: skip
        rig.run(1)
    assert rig._node.returncode != 0
