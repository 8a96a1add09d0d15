"""Whatever can't be done is told in one sentence with exit status 2, and the drive is as it was."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tablekeeper.boardkit import DEVELOPER_KEY, Drive, Mounts, carry_out, make_bundle, make_plan
from tablekeeper.cli import board_install
from tablekeeper.errors import UserError
from tests.permissions import no_override

PLUG_IN_AGAIN = f"unplug the board, hold its {DEVELOPER_KEY} key while plugging it in again"


def nothing(what, path):
    """Listen to nobody."""


# --- finding the drive ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Mounts(), "No board's drive is here: hold the board's # key while plugging it in, or name"),
        (Mounts((Path("/a/CIRCUITPY"), Path("/b/CIRCUITPY1"))),
         "There are 2 boards' drives (/a/CIRCUITPY, /b/CIRCUITPY1): name one with --drive."),
        (Mounts(unmounted=("/dev/sdb1",)), "plugged in but not mounted (/dev/sdb1): mount it, and repeat."),
        (Mounts(loaders=(Path("/a/RPI-RP2"),)),
         "copy it from circuitpython.org/board/raspberry_pi_pico onto /a/RPI-RP2"),
    ],
)  # fmt: skip
def test_no_drive_or_too_many(refused, monkeypatch, found, said):
    monkeypatch.setattr(board_install, "mounts", lambda: found)
    assert said in refused()


def test_a_board_that_hides_its_drive_says_which_key_to_hold(refused, monkeypatch):
    monkeypatch.setattr(board_install, "candidates", lambda: ["a port with the board's own name"])
    assert refused() == (
        "A board is plugged in and hides its drive, as it does while playing: unplug it, hold its # key "
        "while plugging it in again, and repeat."
    )


def test_the_only_drive_needs_no_naming(install, monkeypatch, drive):
    monkeypatch.setattr(board_install, "mounts", lambda: Mounts((drive,)))
    assert install().exit_code == 0


def test_a_place_that_is_none(refused, tmp_path):
    assert "There is no drive at" in refused("--drive", tmp_path / "nowhere")
    (tmp_path / "file").touch()
    assert "is a file and no drive" in refused("--drive", tmp_path / "file")


# --- the wrong board ------------------------------------------------------------------------

HEAD = "Adafruit CircuitPython {} on 2026-03-09; {}\nBoard ID:{}\n"
PICO = ("Raspberry Pi Pico with rp2040", "raspberry_pi_pico")


@pytest.mark.parametrize(
    ("boot_out", "said"),
    [
        (None, "has no boot_out.txt, so it does not belong to a CircuitPython"),
        ("", "names no CircuitPython version and board"),
        ("Adafruit CircuitPython ten on a day; Board\nBoard ID:raspberry_pi_pico", "names no CircuitPython"),
        ("\0\xff" * 500, "names no CircuitPython version and board"),
        (HEAD.format("10.1.4", "Raspberry Pi Pico W with rp2040", "raspberry_pi_pico_w"),
         ("The board is a Raspberry Pi Pico W with rp2040 (raspberry_pi_pico_w) and the firmware is for a "
          "Raspberry Pi Pico (raspberry_pi_pico): plug that one in.")),
        (HEAD.format("9.2.8", *PICO),
         ("runs CircuitPython 9.2.8 and the firmware needs 10.1 or later: install that from "
          "circuitpython.org/board/raspberry_pi_pico first.")),
        (HEAD.format("10.0.3", *PICO), "needs 10.1 or later"),
        (HEAD.format("10.1.0-beta.1", *PICO), "runs CircuitPython 10.1.0-beta.1 and the firmware needs 10.1"),
        (HEAD.format("11.0.0", *PICO),
         ("The board runs CircuitPython 11.0.0 and this tablekeeper knows only 10: install a newer "
          "tablekeeper, or CircuitPython 10 from circuitpython.org/board/raspberry_pi_pico.")),
    ],
)  # fmt: skip
def test_a_drive_of_another_board(refused, drive, snapshot, boot_out, said):
    if boot_out is None:
        (drive / "boot_out.txt").unlink()
    else:
        (drive / "boot_out.txt").write_bytes(boot_out.encode("latin-1"))
    before = snapshot(drive)
    assert said in refused("--drive", drive)
    assert said in refused("--drive", drive, "--readable")
    assert snapshot(drive) == before


@pytest.mark.turns(3)
@pytest.mark.parametrize("version", ["10.1.0", "10.1.1-rc.0", "10.1.0-12-g3c54", "10.2.0", "10.3.0-alpha"])
def test_versions_that_will_do(install, drive, version):
    (drive / "boot_out.txt").write_text(HEAD.format(version, *PICO))
    result = install("--drive", drive, "--dry-run")
    assert result.exit_code == 0
    assert f"CircuitPython {version}" in result.stdout


# --- what lies on the drive -----------------------------------------------------------------


@pytest.mark.parametrize("text", ["KEY = \n", "KEY = 1\nKEY = 2\n", "just words", "\xff\xfe"])
def test_settings_that_cannot_be_read(refused, drive, snapshot, text):
    (drive / "settings.toml").write_bytes(text.encode("latin-1"))
    before = snapshot(drive)
    said = refused("--drive", drive)
    assert said.startswith("The drive's settings.toml can't be read (")
    assert said.endswith("): correct it, or delete it to use the firmware's own.")
    assert snapshot(drive) == before


def test_a_file_where_a_folder_must_be(refused, drive, snapshot):
    (drive / "lib").rmdir()
    (drive / "lib").write_text("what?")
    before = snapshot(drive)
    assert "Something else is in the place of" in refused("--drive", drive)
    assert snapshot(drive) == before


def test_a_folder_where_a_file_must_be(refused, drive, snapshot):
    (drive / "boot.py").mkdir()
    before = snapshot(drive)
    assert "Something else is in the place of" in refused("--drive", drive)
    assert snapshot(drive) == before


# --- real file systems ----------------------------------------------------------------------


def test_a_drive_that_is_too_small_is_told_before_anything_is_copied(refused, mounted, snapshot):
    drive = mounted(160)
    before = snapshot(drive)
    said = refused("--drive", drive)
    assert f"The drive {drive} has " in said
    assert " KB are needed: delete files of your own from it, and repeat." in said
    assert snapshot(drive) == before


def test_a_drive_as_large_as_the_bundle_needs_is_large_enough(install, mounted):
    # 1 MiB is what the board's own is
    assert install("--drive", mounted(1024)).exit_code == 0
    assert install("--drive", mounted(1024), "--readable").exit_code == 0


def test_the_space_it_asks_for_is_enough(mounted):
    """With exactly that much free, the copy goes through."""
    drive = mounted(1024)
    plan = make_plan(Drive(drive), make_bundle())
    (drive / "ballast").write_bytes(bytes(shutil.disk_usage(drive).free - plan.needed))
    plan = make_plan(Drive(drive), make_bundle())
    carry_out(Drive(drive), plan, nothing)
    assert make_plan(Drive(drive), make_bundle()).empty


def test_room_for_a_file_beside_the_one_it_replaces(refused, mounted):
    drive = mounted(1024)
    carry_out(Drive(drive), make_plan(Drive(drive), make_bundle()), nothing)
    (drive / "lib" / "tabledevice" / "app.py").write_bytes(
        (drive / "lib" / "tabledevice" / "app.py").read_bytes().replace(b"a", b"b")
    )
    (drive / "ballast").write_bytes(bytes(shutil.disk_usage(drive).free))
    assert "has 0 KB free" in refused("--drive", drive, "--readable")
    (drive / "ballast").write_bytes(bytes((drive / "ballast").stat().st_size - 64 * 1024))
    carry_out(Drive(drive), make_plan(Drive(drive), make_bundle()), nothing)
    assert make_plan(Drive(drive), make_bundle()).empty


def test_a_drive_that_fills_up_in_the_middle_can_be_finished_later(mounted):
    folder = mounted(1024)
    drive = Drive(folder)

    def fill(what, path):
        if path == "lib/tabledevice/hardware.py":
            free = shutil.disk_usage(folder).free
            (folder / "ballast").write_bytes(bytes(free))

    with pytest.raises(UserError, match=r"is full: delete files of your own from it, and repeat\.$"):
        carry_out(drive, make_plan(drive, make_bundle()), fill)
    (folder / "ballast").unlink()
    carry_out(drive, make_plan(drive, make_bundle()), nothing)
    assert make_plan(drive, make_bundle()).empty
    assert list(folder.rglob("*.new")) == []


def test_a_drive_that_is_read_only(refused, mounted, snapshot):
    drive = mounted(1024)
    subprocess.run(["mount", "-o", "remount,ro", str(drive)], check=True)
    before = snapshot(drive)
    assert refused("--drive", drive) == f"The drive {drive} can't be written: {PLUG_IN_AGAIN}, and repeat."
    assert snapshot(drive) == before


@pytest.mark.parametrize("at", ["settings.toml", "lib/adafruit_ssd1306.py", "code.py", "boot.py"])
def test_a_drive_that_is_pulled_out_in_the_middle(mounted, at):
    folder = mounted(1024)
    drive = Drive(folder)

    def pull(what, path):
        if path == at:
            subprocess.run(["umount", "-l", str(folder)], check=True)

    with pytest.raises(UserError, match=rf"went away before all was copied: {PLUG_IN_AGAIN}"):
        carry_out(drive, make_plan(drive, make_bundle()), pull)
    # nothing was written into the folder it was mounted on
    assert list(folder.iterdir()) == []


def test_a_drive_whose_folder_goes_away_too(drive):
    there = Drive(drive)

    def pull(what, path):
        if path == "code.py":
            shutil.rmtree(drive)

    with pytest.raises(UserError, match="went away before all was copied"):
        carry_out(there, make_plan(there, make_bundle()), pull)
    assert not drive.exists()


@pytest.mark.skipif(os.name != "posix", reason="not on this system: users are told apart otherwise")
def test_a_drive_of_another_user(tmp_path):
    (tmp_path / "boot_out.txt").touch()
    tmp_path.chmod(0o555)
    drive = Drive(tmp_path)
    with no_override(), pytest.raises(UserError, match="You may not write on the drive"):
        drive.write("code.py", b"x")
    tmp_path.chmod(0o755)
    assert [path.name for path in tmp_path.iterdir()] == ["boot_out.txt"]
