"""Drives as a Pico with CircuitPython has them: folders, and real small file systems where it matters."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablekeeper.boardkit import Mounts, compiler
from tablekeeper.cli import board_install, main

BOOT_OUT = (
    "Adafruit CircuitPython 10.1.4 on 2026-03-09; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:E6614C311B7A5B2D\r\n"
)


def furnish(folder: Path, boot_out: str = BOOT_OUT) -> Path:
    """Put onto a drive what CircuitPython puts onto an empty one."""
    (folder / "boot_out.txt").write_text(boot_out, newline="")
    (folder / "code.py").write_text('print("Hello World!")\n')
    (folder / "settings.toml").touch()
    (folder / "lib").mkdir()
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """The drive of a board that just got CircuitPython."""
    folder = tmp_path / "CIRCUITPY"
    folder.mkdir()
    return furnish(folder)


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Makes a file system of its own (not FAT, but as small, and it can be pulled out or made read-only)."""
    made: list[Path] = []

    def mount(kilobytes: int) -> Path:
        folder = tmp_path / f"CIRCUITPY{len(made)}"
        folder.mkdir()
        words = ("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            pytest.skip("this computer has no mount")
        if done.returncode:
            pytest.skip(f"this user may not make a small file system ({done.stderr.strip()})")
        made.append(folder)
        return furnish(folder)

    yield mount
    for folder in made:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `board install` on a computer on which nothing else is plugged in, and no compiler installed."""
    monkeypatch.setattr(board_install, "mounts", Mounts)
    monkeypatch.setattr(board_install, "candidates", list)
    monkeypatch.setattr(compiler, "PROGRAM", "mpy-cross-of-nobody")

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, ["board", "install", *map(str, words)])

    return run


@pytest.fixture
def refused(install) -> Callable[..., str]:
    """Runs it where it has to refuse; returns its one sentence."""

    def run(*words: object) -> str:
        result = install(*words)
        assert result.exit_code == 2, result.output
        [line] = result.stderr.strip().split("\n")
        assert line.startswith("Error: ")
        assert line.endswith(".")
        return line.removeprefix("Error: ")

    return run


@pytest.fixture(scope="session")
def snapshot() -> Callable[[Path], dict[str, bytes]]:
    """Returns all files of a folder with what is in them."""

    def look(folder: Path) -> dict[str, bytes]:
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()
        }  # fmt: skip

    return look


@pytest.fixture
def cross(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], Path]:
    """Puts a program named mpy-cross on the PATH, whose files begin with the given bytes."""

    def make(header: bytes) -> Path:
        place = tmp_path / "bin" / "mpy-cross"
        place.parent.mkdir()
        octal = "".join(f"\\{byte:03o}" for byte in header)
        # called as mpy-cross -s NAME -o RESULT SOURCE
        place.write_text(f'#!/bin/sh\n{{ printf "{octal}"; cat "$5"; }} > "$4"\n')
        place.chmod(0o755)
        monkeypatch.setenv("PATH", f"{place.parent}:/bin:/usr/bin")
        return place

    return make
