"""`make board`: what it says without an image, with wrong files, and with a program that plays nothing."""

import subprocess

import pytest

from silicon import __main__ as program
from silicon import image, npm, runs
from silicon.script import parse
from tests.silicon import fakeimage

PICTURE = bytes(1024)[:-1] + b"\1"


def test_without_an_image_it_is_skipped_with_its_reason(repository):
    nothing = ["make", "-s", "board", "IMAGE=", "BOOTROM=", "ARGS="]
    done = subprocess.run(nothing, cwd=repository, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    # before it, make may have installed something
    assert done.stdout.splitlines()[-1] == program.NO_IMAGE


def test_without_a_boot_rom_it_says_what_is_missing(tmp_path, capsys):
    path = tmp_path / "a.uf2"
    path.write_bytes(fakeimage.uf2(b"x"))
    assert program.main(["--image", str(path)]) == 2
    assert capsys.readouterr().out == program.NO_BOOTROM + "\n"


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [("a.uf2", b"", "a.uf2 is no CircuitPython for a Pico"), ("b1.bin", b"", "b1.bin is no boot ROM")],
)
def test_files_that_are_not_what_they_should_be_are_told(
    rp2040js, monkeypatch, tmp_path, capsys, name, content, sentence
):
    monkeypatch.setattr(program.emulator, "package", lambda: rp2040js)
    (tmp_path / "a.uf2").write_bytes(fakeimage.uf2(b"x"))
    # found beside the image
    (tmp_path / "b1.bin").write_bytes(fakeimage.bootrom())
    (tmp_path / name).write_bytes(content)
    assert program.main(["--image", str(tmp_path / "a.uf2")]) == 2
    assert capsys.readouterr().out.startswith(f"Error: {sentence}")


def test_without_node_it_says_so(monkeypatch, tmp_path, capsys):
    (tmp_path / "a.uf2").write_bytes(fakeimage.uf2(b"x"))
    (tmp_path / "b1.bin").write_bytes(fakeimage.bootrom())
    monkeypatch.setattr(npm.shutil, "which", lambda name: None)
    assert program.main(["--image", str(tmp_path / "a.uf2")]) == 2
    assert "node and npm are needed to run rp2040js" in capsys.readouterr().out


@pytest.fixture
def bench(rp2040js, repository, tmp_path):
    """A board with a program that shows one picture and stores nothing."""
    board = runs.wiring.read(repository)
    begin = fakeimage.drawing(board, PICTURE)
    press = [[board["display"], [0x40, 1, 2, 3]]]
    firmware = image.firmware(fakeimage.program(rp2040js, tmp_path, board, begin, press))
    files = {"code.py": b"pass\n"}
    return runs.Bench(
        rp2040js, repository, firmware=firmware, bootrom=fakeimage.bootrom(), files=files, options={}
    )


def test_a_program_that_is_not_the_firmware_is_told_so(bench):
    told = []
    assert runs.smoke(bench, parse("look=greeting # look=menu"), told.append) is False
    assert told[0].startswith("first picture 0.0")
    assert told[1].startswith("0 records and 2 pictures compared with the simulator's board")
    assert told[2] == "DIFFERENT: from record 1 on: expected 1 more, found nothing"
    assert [one.partition(":")[2].partition(":")[0] for one in told[3:]] == [" look greeting", " look menu"]


def test_times_are_told(bench):
    told = []
    assert runs.measure(bench, parse("s0!named s0 s1 s0 wait=100"), told.append) is True
    assert told[1] == "named: 0 ms to its last picture"
    assert told[2].startswith("press to last byte of the picture, 3 presses: p50 0.")
    assert len(told) == 3


def test_a_board_that_draws_nothing_can_not_be_measured(bench):
    told = []
    assert runs.measure(bench, parse("s1"), told.append) is False
    assert told == ["no press drew anything"]


def test_the_drive_is_where_circuitpython_looks_for_it(bench):
    with bench.rig() as rig:
        rig.ask("on")
        sector = bytes.fromhex(rig.ask("flash", image.DRIVE_AT, 512))
    assert sector[510:] == b"\x55\xaa"
    assert sector[43:62] == b"CIRCUITPY  FAT12   "
