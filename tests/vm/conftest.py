"""One evening for all tests here: each machine plays it once with each form of the firmware."""

import pytest

from tests.vm import evening, machine
from tests.vm.scripts import BACKGAMMON


@pytest.fixture(scope="session")
def wasm():
    """Skip without MicroPython; fail on a build machine."""
    return machine.required()


@pytest.fixture(scope="session")
def readable(tmp_path_factory):
    """The firmware on a drive, as it was written."""
    return machine.installed(tmp_path_factory.mktemp("readable"), readable=True)


@pytest.fixture(scope="session")
def delivered(tmp_path_factory):
    """The firmware on a drive, as boards get it."""
    return machine.installed(tmp_path_factory.mktemp("delivered"))


@pytest.fixture(scope="session")
def played():
    """The match by keys on the simulator's board."""
    return evening.on_the_virtual_board(BACKGAMMON)


@pytest.fixture(scope="session")
def scripts(readable, played, tmp_path_factory):
    """The match by keys alone, and the whole evening with a host behind it."""
    folder = tmp_path_factory.mktemp("scripts")
    keys = folder / "keys"
    keys.write_text(evening.script(played.edges, played.end), "utf-8")
    return keys, evening.whole(readable, played, folder)


@pytest.fixture(scope="session")
def cpython(readable, scripts):
    """The whole evening on CPython, by the readable firmware."""
    return machine.on_cpython(readable, scripts[1])


@pytest.fixture(scope="session")
def micropython(repository, wasm, readable, scripts, tmp_path_factory):
    """The same on MicroPython, with an unlimited heap and the call stack of the board."""
    folder = tmp_path_factory.mktemp("micropython")
    return machine.on_micropython(repository, readable, scripts[1], folder, more=machine.idle_steps(50))


@pytest.fixture(scope="session")
def board(repository, wasm, delivered, scripts, tmp_path_factory):
    """The whole evening as a board plays it: the compiled firmware on MicroPython."""
    folder = tmp_path_factory.mktemp("board")
    return machine.on_micropython(repository, delivered, scripts[1], folder, more=machine.idle_steps(50))
