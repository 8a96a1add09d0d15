"""One evening for all tests here: played once on each machine."""

import pytest

from tests.vm import evening, machine


@pytest.fixture(scope="session")
def wasm(repository):
    """Skip without MicroPython; fail on a build machine."""
    return machine.required(repository)


@pytest.fixture(scope="session")
def played():
    """The match by keys on the simulator's board."""
    with pytest.MonkeyPatch.context() as patch:
        return evening.on_the_virtual_board(patch)


@pytest.fixture(scope="session")
def scripts(repository, played, tmp_path_factory):
    """The match by keys alone, and the whole evening with a host behind it."""
    folder = tmp_path_factory.mktemp("scripts")
    keys = folder / "keys"
    keys.write_text(evening.script(played.edges, played.end), "utf-8")
    return keys, evening.whole(repository, played, folder)


@pytest.fixture(scope="session")
def cpython(repository, scripts):
    """The whole evening on CPython."""
    return machine.on_cpython(repository, scripts[1])


@pytest.fixture(scope="session")
def micropython(repository, wasm, scripts, tmp_path_factory):
    """The whole evening on MicroPython, with as much heap as it likes and the board's own room for calls."""
    folder = tmp_path_factory.mktemp("micropython")
    return machine.on_micropython(repository, scripts[1], folder, more=machine.idle_steps(50))
