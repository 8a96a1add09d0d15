"""Every form of clock, set up by a host, on CPython and on MicroPython.

The modules of these clocks are loaded by the set-up that asks for them, so no other evening needs them all.
"""

import struct

import pytest

from tablecore import frames, messages, records
from tablekeeper.games import catalogue, schedule
from tableprograms.backgammon import sheet as match
from tableprograms.plain import sheet as plain
from tablesim.small import world
from tests.guards import sample
from tests.vm import evening, machine
from tests.vm.test_machine import without_memory

#: for matches: the plain clocks, stages, overtime, seats that differ
MATCHES = ("2m", "20s d5", "30s b4", "15s f6", "up", "5/1m, 3/30s b3, 20s", "20s o15s", "1m | 20s d3")
#: for clocks alone: the forms with modules of their own
CLOCKS = ("10s y3x5s", "20s c4/15s", "40s hourglass")
#: a match takes this long (ms)
EACH = 90_000
START = 5000
#: signs of life differ by so much (ms): only MicroPython loads a game in advance, in passes of its own
AHEAD = 5
TURNS = (3000, 9000, 700, 14_000, 2500, 6000, 16_000, 1200, 11_000, 5000)


def commands(session):
    """Return what a host does, and the keys that are pressed meanwhile."""
    journal = struct.unpack("<I", evening.ENTROPY[:4])[0]
    number = 0

    def says(verb, tail):
        nonlocal number
        number += 1
        body = messages.pack(messages.COMMAND, number, 0, records.NONE, records.NONE, verb)
        return frames.encode(body + tail)

    welcome = frames.encode(messages.pack(messages.WELCOME, messages.MAJOR, 0, session, journal, 0))
    told = [(START, world.HOST_OPENS, True), (START + 400, world.HOST_SENDS, welcome)]
    keys = []
    at = START + 2000
    for place, text in enumerate(MATCHES + CLOCKS):
        alone = text in CLOCKS
        run = messages.stub(records.MATCH, match.VERSION, 1, 0, 100 + place, 0)
        if alone:
            run = messages.stub(records.PLAIN, plain.PlainSheet.VERSION, 2, 0, 100 + place, 0)
        for row in schedule.stubs(schedule.parse(text)):
            run += messages.stub(*row)
        told.append((at, world.HOST_SENDS, says(messages.RUN, run)))
        now = at + 1000
        for key in (world.KEYPAD + 4, world.KEYPAD, 1):
            # the opening dice, and the start of the other's clock
            keys += [(now, key, True), (now + 80, key, False)]
            now += 600
        for turn, wait in enumerate(TURNS):
            now += wait
            keys += [(now, turn % 2, True), (now + 80, turn % 2, False)]
        what = 0 if alone else records.WHOLE_MATCH
        lost = messages.stub(records.RESULT, 0, what, records.FORFEITED, records.NONE, 0)
        agreed = messages.stub(records.CONFIRM, 255, 0, 0, 0, 0)
        told += [
            (at + EACH - 8000, world.HOST_SENDS, says(messages.RECORD, lost)),
            (at + EACH - 4000, world.HOST_SENDS, says(messages.RECORD, agreed)),
        ]
        at += EACH
    # a host that asks nothing for long has gone
    asks = frames.encode(messages.pack(messages.ASK_TIME, 1))
    told += [(ms, world.HOST_SENDS, asks) for ms in range(START + 1500, at, 5000)]
    return told, keys, at + 2000


@pytest.fixture(scope="module")
def path(readable, tmp_path_factory):
    """The script."""
    folder = tmp_path_factory.mktemp("schedules")
    asked = folder / "asked"
    asked.write_text(evening.script([], START + 3000, [(START, world.HOST_OPENS, True)]), "utf-8")
    hello = messages.unpack(machine.on_cpython(readable, asked).payloads[0])
    told, keys, end = commands(hello[15])
    place = folder / "script"
    place.write_text(evening.script(keys, end, told), "utf-8")
    return place


@sample.scenario("clocks on all boards")
def test_every_form_of_clock_is_the_same_on_both(repository, wasm, readable, delivered, path, tmp_path):
    before = machine.on_cpython(readable, path)
    after = machine.on_micropython(repository, delivered, path, tmp_path, slices=machine.LONG_SLICE)
    assert after.records == before.records
    for small, one in zip(without_memory(after), without_memory(before), strict=True):
        if small[0] == messages.STATUS:
            assert abs(small[1] - one[1]) <= AHEAD
            small[1] = one[1]
        assert small == one
    assert after.screen == before.screen
    kinds = [catalogue.name(one[4]) for one in before.records]
    assert kinds.count("match") == len(MATCHES)
    assert kinds.count("plain") == len(CLOCKS)
    assert kinds.count("commit") == kinds.count("end") == len(MATCHES + CLOCKS)
    assert {"stage", "overtime", "flag"} <= set(kinds)
    methods = {one[6] for one in before.records if catalogue.name(one[4]) in ("time", "stage")}
    assert len(methods) >= 8
