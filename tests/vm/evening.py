"""An evening at one table as a script for small boards: games by keys, then a host with orders.

The keys are pressed at the simulator's board first. Its scanner stamps them, and the script for the small
boards takes those very stamps: so both boards see the same edges at the same milliseconds.
"""

import struct
from dataclasses import dataclass
from pathlib import Path

import pytest

from tablecore import frames, messages, records
from tabledevice import journal as journals
from tableprograms.backgammon import sheet as match
from tablesim import Timeline, VirtualBoard
from tablesim.modules import keypad
from tablesim.small import world
from tablesim.small.play import failing
from tests.vm import machine
from tests.vm.scripts import TAP

#: in the place of keys: a chip that does not answer for as long; a program that fails at the next key
CHIPS = {"display": 0x3C, "memory": 0x50}
FAILURE = "failure"
#: of the screen after the last key: flashes are gone
AFTERWARDS_MS = 4000
ENTROPY = bytes(range(7, 250, 3))


@dataclass
class Evening:
    """The stamped edges of a match played on the simulator's board, and what came of it."""

    edges: list[tuple[int, int, bool]]
    records: list[bytes]
    screen: bytes
    end: int


def on_the_virtual_board(keys) -> Evening:
    """Play keys on the simulator's board with the small boards' journal id."""
    stamped = []
    record = keypad.EventQueue.record

    def note(queue, number, pressed, timestamp):
        stamped.append((queue, number, pressed, timestamp))
        record(queue, number, pressed, timestamp)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(keypad.EventQueue, "record", note)
        return _played(keys, stamped)


def _played(keys, stamped) -> Evening:
    timeline = Timeline()
    board = VirtualBoard(timeline, b"SMALLONE")
    drawn = iter(ENTROPY)
    board.random.randbytes = lambda count: bytes(next(drawn) for _ in range(count))
    board.power_on()
    timeline.run_until(4_000_000)
    at = timeline.now_us
    injected: list[tuple[int, int, int]] = []
    crashes = 0
    for key, wait, held in keys:
        at += wait * 1000
        if key in CHIPS:
            injected += [(at, world.CHIP_GOES, CHIPS[key]), (at + held * 1000, world.CHIP_COMES, CHIPS[key])]
        elif key == FAILURE:
            injected.append((at, world.FAILURE, 0))
            crashes += 1
        else:
            board.press(key, at, held)
    failures = []

    def inject(moment: tuple[int, int, int]) -> None:
        _, what, value = moment
        ticks = board.vm.crystal.ticks_ms(timeline.now_us)
        failures.append((board.running("app").hardware.at(ticks), what, value))
        if what == world.FAILURE:
            board.running("app").program.key = failing
        elif what == world.CHIP_GOES:
            away[value] = board.bus.devices.pop(value)
        else:
            board.bus.devices[value] = away.pop(value)

    away: dict[int, object] = {}
    for moment in injected:
        timeline.push(moment[0], inject, moment)
    timeline.run_until(at + AFTERWARDS_MS * 1000)
    assert len(board.crashes) == crashes, board.crashes
    app = board.running("app")
    hardware = app.hardware
    edges = [
        (hardware.at(stamp), number + (0 if queue is hardware.seats.events else world.KEYPAD), pressed)
        for queue, number, pressed, stamp in stamped
    ]
    edges = sorted([*edges, *failures], key=lambda one: one[0])
    ring = bytes(board.fram.memory[journals.RING :])
    size = records.SIZE
    log = [ring[size * place : size * place + size] for place in range(app.journal.last)]
    return Evening(edges, log, board.pixels, hardware.at(board.vm.crystal.ticks_ms(timeline.now_us)))


def script(edges, end, host=()) -> str:
    """Return the text of a script for small boards: keys, what the host does, and the end."""
    lines = [f"0 -5 {ENTROPY.hex()}"]
    for ms, what, value in sorted([*edges, *host], key=lambda one: one[0]):
        lines.append(f"{ms} {what} {value.hex() if isinstance(value, bytes) else int(value)}")
    return "\n".join([*lines, f"{end} {world.END} 0", ""])


def welcome(number: int) -> bytes:
    """Return what a host answers to a hello; it holds nothing yet."""
    journal = struct.unpack("<I", ENTROPY[:4])[0]
    return frames.encode(messages.pack(messages.WELCOME, 1, 0, number, journal, 0))


def orders(number: int, begin: int) -> tuple[list, list, int]:
    """Return what a host does from `begin` on, keys that are pressed meanwhile, and when it is over."""
    journal = struct.unpack("<I", ENTROPY[:4])[0]

    def says(*payloads):
        return b"".join(frames.encode(one) for one in payloads)

    def command(number, verb, tail):
        return messages.pack(messages.COMMAND, number, 0, records.NONE, records.NONE, verb) + tail

    run = messages.stub(records.MATCH, match.VERSION, 7, match.CRAWFORD_RULE, 4711, 0) + messages.stub(
        records.TIME, 255, 3, 0, 900_000, 12_000
    )
    told = [
        (0, world.HOST_OPENS, True),
        (400, world.HOST_SENDS, welcome(number)),
        (1000, world.HOST_SENDS, says(messages.pack(messages.WATCH, 9000))),
        (1500, world.HOST_SENDS, says(messages.pack(messages.ACK, journal, 42))),
        (2500, world.HOST_SENDS, b"log\n" + says(messages.pack(messages.ASK_TIME, 99))),
        (3000, world.HOST_SENDS, says(command(1, messages.NAME, b"\0Zo\xc3\xab"))),
        (3100, world.HOST_SENDS, says(command(2, messages.NAME, b"\1Bob"))),
        (3500, world.HOST_SENDS, says(command(3, messages.RUN, run))),
        (4000, world.HOST_SENDS, says(command(3, messages.RUN, run), command(4, 9, b""))),
        (8000, world.HOST_CLOSES, False),
    ]
    keys = []
    # opening, start of the clock, a turn
    for key, ms in ((world.KEYPAD + 5, 5000), (world.KEYPAD + 1, 5400), (1, 6000), (0, 9000)):
        keys += [(begin + ms, key, True), (begin + ms + TAP, key, False)]
    return [(begin + ms, what, value) for ms, what, value in told], keys, begin + 12_000


def session(firmware: Path, script_path: Path) -> int:
    """Return the number of a board's last session at the end of a script: the board draws it."""
    payloads = machine.on_cpython(firmware, script_path).payloads
    hellos = [messages.unpack(one) for one in payloads if one[:1] == bytes((messages.HELLO,))]
    if not hellos:
        raise AssertionError("a board says hello first")
    return int(hellos[-1][15])


def whole(firmware: Path, played: Evening, folder: Path) -> Path:
    """Write the script of the whole evening into a folder and return its path; the host comes twice."""
    begin = played.end + 1000
    asked, path = folder / "asked", folder / "whole"
    asked.write_text(script(played.edges, begin + 1000, [(begin, world.HOST_OPENS, True)]), "utf-8")
    told, pressed, end = orders(session(firmware, asked), begin)
    edges = [*played.edges, *pressed]
    told.append((end, world.HOST_OPENS, True))
    asked.write_text(script(edges, end + 1000, told), "utf-8")
    told += [
        (end + 1000, world.HOST_SENDS, welcome(session(firmware, asked))),
        # what is measured afterwards is a board that nobody listens to
        (end + 3500, world.HOST_CLOSES, False),
    ]
    path.write_text(script(edges, end + 4000, told), "utf-8")
    return path
