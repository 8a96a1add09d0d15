"""The drive of the emulated board: bytecode for the version the image names, else sources with the reason."""

import pytest

from silicon import delivery
from tablekeeper.boardkit import compiler

TEXT = b"\0noise\0Adafruit CircuitPython %s on 2026-03-01; Raspberry Pi Pico with rp2040\0more\0%s\0"


def delivered(version, board):
    """Return the files for an image with these texts, and what was told."""
    told = []
    return delivery.files(TEXT % (version, board), told.append), told


def test_an_image_that_names_its_version_gets_bytecode():
    if compiler.missing():
        pytest.skip(compiler.missing())
    files, told = delivered(b"10.1.4", b"raspberry_pi_pico")
    assert told == []
    assert files["lib/tabledevice/app.mpy"].startswith(compiler.HEADERS[10])
    assert {"code.py", "boot.py", "safemode.py", "settings.toml"} <= set(files)


@pytest.mark.parametrize(
    ("version", "board", "why"),
    [
        (b"9.2.1", b"raspberry_pi_pico", "the firmware needs 10.1 or later"),
        (b"99.0.0", b"raspberry_pi_pico", "The board runs CircuitPython 99.0.0"),
        (b"10.1.4", b"another_board", "the firmware is for a Raspberry Pi Pico"),
    ],
)
def test_an_image_that_the_firmware_is_not_for_gets_sources(version, board, why):
    files, told = delivered(version, board)
    assert "lib/tabledevice/app.py" in files
    assert len(told) == 1
    assert why in told[0]
    assert told[0].endswith("So the modules are .py here: the board starts later and has less memory.")


def test_an_image_without_a_version_gets_sources():
    told = []
    files = delivery.files(b"\xff" * 100, told.append)
    assert "lib/tabledevice/app.py" in files
    assert told[0].startswith("The image names no version of CircuitPython.")
