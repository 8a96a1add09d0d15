"""The firmware in a real 32-bit Python: the same evening, byte for byte, and what it takes of heap and calls.

MicroPython's WebAssembly build stands for the board: the same compiler, garbage collector, small integers and
sizes of objects. What differs there is said where it matters.
"""


import pytest

from tablecore import messages, records
from tablekeeper.games import catalogue
from tests.guards import sample
from tests.vm import machine

#: Python functions on top of each other, code.py included (DESIGN.md)
DEEPEST = 12


def without_memory(run):
    """Return what the host has read, each frame's free memory blanked: the one thing that may differ."""
    found = []
    for payload in run.payloads:
        message = list(messages.unpack(payload))
        if message[0] == messages.HELLO:
            message[13] = None
        elif message[0] == messages.STATUS:
            message[4] = None
        found.append(message)
    return found


def test_the_small_board_writes_what_the_simulators_board_writes(readable, scripts, played):
    """Every record is the same, but for the boot's time: the simulator's bus needs some for the display."""
    small = machine.on_cpython(readable, scripts[0])
    assert len(small.records) == len(played.records) > 30
    assert small.records[1:] == played.records[1:]
    boots = [records.unpack(one) for one in (small.records[0], played.records[0])]
    assert [boot[:5] + boot[6:] for boot in boots] == [boots[0][:5] + boots[0][6:]] * 2
    assert boots[0][5] == 0 < boots[1][5] < 2000
    assert small.screen == played.screen
    kinds = [catalogue.name(one[4]) for one in small.records]
    everything = "opening dice press double take pause resume result reject confirm end undo"
    assert set(everything.split()) <= set(kinds)
    assert kinds.count("end") == 2


@pytest.mark.parametrize("form", sample.drawn(["micropython", "board"], of=2))
def test_the_evening_is_the_same_on_both_machines(cpython, form, request):
    """Readable and compiled: what the board writes, shows and says is what CPython does."""
    micropython = request.getfixturevalue(form)
    assert micropython.records == cpython.records
    assert micropython.screen == cpython.screen
    # the moment and the bytes in the memory; a board that loads a program ahead comes round more often
    assert micropython.words["now"].split(" ")[::4] == cpython.words["now"].split(" ")[::4]
    assert micropython.words["display"] == cpython.words["display"] == "on"
    frames_read = without_memory(micropython)
    assert frames_read == without_memory(cpython)
    letters = {message[0] for message in frames_read}
    assert letters == {
        messages.HELLO, messages.RECORDS, messages.STATUS, messages.TIME, messages.ANSWER, messages.DISPLAY
    }
    # what went over the wire is what lies in the memory, until the cable was pulled
    sent = {}
    for message in frames_read:
        if message[0] == messages.RECORDS:
            for place in range(0, len(message[3]), records.SIZE):
                one = message[3][place : place + records.SIZE]
                sent[records.sequence(one)] = one
    assert list(sent.values()) == cpython.records[: len(sent)]
    assert len(cpython.records) - 2 <= len(sent) <= len(cpython.records)


def test_calls_are_shallow(cpython, record_property):
    depth, where = cpython.words["depth"].split(" ", 1)
    record_property("figure", f"deepest call {depth}: {where}")
    assert 5 <= int(depth) <= DEEPEST


def test_a_traceback_names_the_place_in_the_source(repository, wasm, delivered, scripts, tmp_path):
    """Whoever reads one on the wire finds the place in the repository."""
    text = (machine.LIBRARY / "tablecore" / "frames.py").read_text("utf-8")
    line = text[: text.index("raise ValueError")].count("\n") + 1
    fails = (
        "from tablecore import frames\ntry:\n frames.encode(b'')\n"
        "except ValueError as error:\n sys.print_exception(error)"
    )
    run = machine.on_micropython(repository, delivered, scripts[0], tmp_path, more=[fails])
    assert f'File "/lib/tablecore/frames.mpy", line {line}, in encode' in run.text
