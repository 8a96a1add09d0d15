"""The command on drives: what it copies, what it leaves alone, and that it can be repeated and cut short."""

import contextlib
import hashlib
import os
import shutil
import subprocess

import pytest

from tablekeeper.boardkit import Bundle, Drive, carry_out, make_plan
from tablekeeper.boardkit.manifest import NAME, PROGRAMS
from tests.refusal import refusal

#: what any finished installation leaves, beside the bundle's files
OURS = {"settings.toml", NAME}


@pytest.fixture
def small():
    """A bundle that is copied in no time."""
    files = {
        "lib/engine/__init__.py": b"", "lib/engine/wheel.py": b"turns = 1\n", "lib/display.py": b"on = 1\n",
        "code.py": b"import engine\n", "safemode.py": b"pass\n", "boot.py": b"# hides the drive\n",
    }  # fmt: skip
    return Bundle(files, "# ours\nCIRCUITPY_PYSTACK_SIZE = 3072\n")


def nothing(what, path):
    """Listen to nobody."""


def put(folder, bundle, tell=nothing):
    """Install a bundle; return its plan."""
    drive = Drive(folder)
    plan = make_plan(drive, bundle)
    carry_out(drive, plan, tell)
    return plan


def touched(folder):
    """Return what tells whether anybody has written to a file."""
    return {path: (path.stat().st_mtime_ns, path.stat().st_ino) for path in folder.rglob("*")}


# --- copying --------------------------------------------------------------------------------


def test_a_new_board_gets_all_of_it_and_keeps_what_is_its_own(install, drive, snapshot, delivered):
    (drive / "holiday.txt").write_text("mine")
    (drive / "lib" / "neopixel.mpy").write_bytes(b"C\x06mine")
    before = snapshot(drive)
    result = install("--drive", drive)
    assert result.exit_code == 0, result.output
    after = snapshot(drive)
    assert {path: after[path] for path in delivered.files} == delivered.files
    assert set(after) == set(before) | set(delivered.files) | OURS
    for mine in ("holiday.txt", "lib/neopixel.mpy", "boot_out.txt"):
        assert after[mine] == before[mine]
    assert after["settings.toml"] == delivered.settings.encode()
    lines = result.stdout.splitlines()
    assert lines[0] == f"{drive}: Raspberry Pi Pico with rp2040, CircuitPython 10.1.4; texts in English"
    assert {line.split()[1] for line in lines[1:-1]} == set(delivered.files) | {"settings.toml"}
    assert "new       lib/tabledevice/app.mpy" in lines
    assert "changed   code.py" in lines
    count = len(delivered.files) + 1
    assert lines[-1] == (
        f"{count} files copied, 0 removed; all {count} were read back and are correct. "
        "Unplug the board and plug it in again."
    )


def test_a_second_time_there_is_nothing_to_do(install, drive, delivered):
    assert install("--drive", drive).exit_code == 0
    before = touched(drive)
    result = install("--drive", drive)
    assert result.exit_code == 0
    said = f"Nothing to do: all {len(delivered.files) + 1} files are as they should be."
    assert result.stdout.splitlines()[1:] == [said]
    assert touched(drive) == before


def test_a_dry_run_says_the_same_and_changes_nothing(install, drive):
    (drive / "code.py").write_text("print('mine')\n")
    (drive / "lib" / "adafruit_ssd1306.py").write_text("import framebuf\n")
    before = touched(drive)
    preview = install("--drive", drive, "--dry-run")
    assert preview.exit_code == 0
    assert touched(drive) == before
    assert preview.stdout.splitlines()[-1].endswith("Nothing was changed.")
    real = install("--drive", drive)
    assert sorted(preview.stdout.splitlines()[:-1]) == sorted(real.stdout.splitlines()[:-1])
    nothing_left = install("--drive", drive, "--dry-run")
    assert nothing_left.stdout.splitlines()[-1].startswith("Nothing to do")


def test_only_what_differs_is_copied(drive, small):
    put(drive, small)
    before = touched(drive)
    (drive / "lib" / "engine" / "wheel.py").write_text("turns = 2\n")
    (drive / "lib" / "display.py").unlink()
    told = []
    put(drive, small, lambda *what: told.append(what))
    assert told == [("changed", "lib/engine/wheel.py"), ("new", "lib/display.py")]
    after = touched(drive)
    for path in (drive / "code.py", drive / "boot.py", drive / "settings.toml"):
        assert after[path] == before[path]


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="sha256sum is not installed here")
def test_the_list_on_the_drive_can_be_checked_by_anybody(install, drive):
    assert install("--drive", drive).exit_code == 0
    words = ("sha256sum", "--strict", "-c", NAME)
    plain = {**os.environ, "LC_ALL": "C"}
    checked = subprocess.run(words, cwd=drive, capture_output=True, text=True, check=False, env=plain)
    assert checked.returncode == 0, checked.stdout
    assert all(f"{program}: OK" in checked.stdout for program in PROGRAMS)


# --- what an older bundle left --------------------------------------------------------------


def test_files_that_are_no_longer_part_go_and_nothing_else(drive, small):
    old = {"lib/engine/old/gear.py": b"x", "lib/engine/brake.py": b"y", "lib/gone.py": b"z", **small.files}
    put(drive, Bundle(old, small.settings))
    (drive / "lib" / "engine" / "brake.py").write_text("mine now")
    (drive / "lib" / "mine.py").write_text("mine")
    plan = put(drive, small)
    assert plan.remove == ("lib/engine/old/gear.py", "lib/gone.py")
    assert plan.write == ()
    assert not (drive / "lib" / "engine" / "old").exists()
    assert (drive / "lib" / "engine" / "brake.py").read_text() == "mine now"
    assert (drive / "lib" / "mine.py").read_text() == "mine"
    assert make_plan(Drive(drive), small).empty


@pytest.mark.parametrize("path", [
    "../outside.py", "lib/../../outside.py", "/etc/passwd", "holiday.txt", "lib", "lib\\..\\x.py", "C:x.py",
    "lib/a:b",
])  # fmt: skip
def test_a_list_that_names_other_peoples_files_removes_none(drive, small, path):
    outside = drive.parent / "outside.py"
    for place in (outside, drive / "holiday.txt"):
        place.write_bytes(b"mine")
    (drive / NAME).write_text(f"{hashlib.sha256(b'mine').hexdigest()}  {path}\nrubbish\n\xff\n")
    assert put(drive, small).remove == ()
    assert outside.exists()
    assert (drive / "holiday.txt").exists()


def test_no_other_form_of_a_module_stays_beside_it(drive, small):
    """The board would load the .py, whichever is newer."""
    compiled = {
        path.replace(".py", ".mpy") if path.startswith("lib/") else path: b"C\x06" + data
        for path, data in small.files.items()
    }
    put(drive, small)
    for bundle in (Bundle(compiled, small.settings), small, Bundle(compiled, small.settings)):
        put(drive, bundle)
        lib = {path.relative_to(drive).as_posix() for path in (drive / "lib").rglob("*") if path.is_file()}
        assert lib == {path for path in bundle.files if path.startswith("lib/")}
    # one that somebody else has put there is in the way just as much
    (drive / "lib" / "display.py").write_text("from another bundle")
    assert put(drive, Bundle(compiled, small.settings)).remove == ("lib/display.py",)


# --- a maker's own programs and settings ----------------------------------------------------


def test_programs_of_the_makers_own_are_moved_aside(drive, small, snapshot):
    for number in (1, 2):
        (drive / "code.py").write_text(f"print({number})\n")
        plan = put(drive, small)
        assert len(plan.move) == 1
    after = snapshot(drive)
    assert after["replaced/code.py"] == b"print(1)\n"
    assert after["replaced/code-2.py"] == b"print(2)\n"
    assert after["code.py"] == small.files["code.py"]
    assert make_plan(Drive(drive), small).empty


def test_programs_that_are_ours_or_circuitpythons_are_replaced(drive, small):
    assert put(drive, small).move == ()
    newer = Bundle({**small.files, "code.py": b"import engine as motor\n"}, small.settings)
    assert put(drive, newer).move == ()
    assert not (drive / "replaced").exists()


@pytest.mark.parametrize(
    ("own", "wanted", "added"),
    [
        (None, "# ours\nCIRCUITPY_PYSTACK_SIZE = 3072\n", ()),
        ("", "# ours\nCIRCUITPY_PYSTACK_SIZE = 3072\n", ()),
        ("NAME = 'ann'", "CIRCUITPY_PYSTACK_SIZE = 3072\nNAME = 'ann'", ("CIRCUITPY_PYSTACK_SIZE",)),
        ("# so\nCIRCUITPY_PYSTACK_SIZE = 4096\n", "# so\nCIRCUITPY_PYSTACK_SIZE = 4096\n", ()),
        ("[own]\nx = 1\n", "CIRCUITPY_PYSTACK_SIZE = 3072\n[own]\nx = 1\n", ("CIRCUITPY_PYSTACK_SIZE",)),
        ("\ufeffNAME = 1\r\n", "CIRCUITPY_PYSTACK_SIZE = 3072\nNAME = 1\r\n", ("CIRCUITPY_PYSTACK_SIZE",)),
    ],
)
def test_the_boards_own_settings_stay(drive, small, own, wanted, added):
    place = drive / "settings.toml"
    place.unlink()
    if own is not None:
        place.write_bytes(own.encode())
    assert put(drive, small).added == added
    assert place.read_bytes() == wanted.encode()
    assert make_plan(Drive(drive), small).empty


def test_what_was_added_to_the_settings_is_said(install, drive):
    (drive / "settings.toml").write_text("OWN = 1\n")
    told = install("--drive", drive).stdout.splitlines()
    added = ", ".join(f"TABLEKEEPER_{one}" for one in ("LANGUAGE", "SOUND", "DISPLAY", "HINTS"))
    assert told[1] == f"settings  CIRCUITPY_PYSTACK_SIZE, {added} added, your own kept"


# --- cut short ------------------------------------------------------------------------------


class Killed(BaseException):
    """The program ends here, as by a signal."""


@pytest.mark.parametrize("after", range(9))
def test_cut_short_after_any_file_the_next_run_finishes_it(drive, small, snapshot, after):
    old = {"lib/gone.py": b"z", "lib/engine/gear.py": b"", **small.files, "code.py": b"1", "boot.py": b"1"}
    put(drive, Bundle(old, small.settings))
    changed = {"lib/engine/wheel.py": b"3", "lib/late.py": b"1", "lib/display.py": b""}
    newer = Bundle({**small.files, **changed}, small.settings)
    told = []

    def tell(what, path):
        told.append(path)
        if len(told) == after:
            raise Killed

    with contextlib.suppress(Killed):
        put(drive, newer, tell)
    # the next one is another version again: nothing of this one may be left
    put(drive, small)
    held = snapshot(drive)
    assert {path: held[path] for path in small.files} == small.files
    assert set(held) == set(small.files) | OURS | {"boot_out.txt"}
    assert make_plan(Drive(drive), small).empty


def test_a_half_written_file_is_cleared_away(drive, small):
    put(drive, small)
    for path in ("lib/engine/wheel.py.new", "boot.py.new", "settings.toml.new", f"{NAME}.new"):
        (drive / path).write_text("half")
    plan = put(drive, small)
    assert len(plan.remove) == 4
    assert list(drive.rglob("*.new")) == []


def test_whatever_the_drive_makes_of_a_file_is_noticed(drive, small):
    def tell(what, path):
        if path == "lib/display.py":
            data = bytearray((drive / path).read_bytes())
            data[3] ^= 0x10
            (drive / path).write_bytes(data)

    assert "lib/display.py came back from the drive with other bytes" in refusal(put, drive, small, tell)
    # nor does the list say that it is finished
    assert not make_plan(Drive(drive), small).empty


def test_the_drive_is_hidden_last(drive, small):
    told = []
    put(drive, small, lambda what, path: told.append(path))
    assert told[0] == "settings.toml"
    assert told[-3:] == ["code.py", "safemode.py", "boot.py"]
