"""Keys pressed at random at a virtual board, power cuts and dead chips between: python storm.py DRIVE SEED.

Prints what the board shows, sounds and keeps, step by step; run in a process of its own, so that the firmware
on that drive is the one that is imported. The same seed does the same to every firmware.
"""

import hashlib
import random
import sys
from pathlib import Path

from tablesim import Timeline, VirtualBoard

STEPS = 60
PRESSES = 12
#: keys that lead somewhere come more often; `*` held and `#` held are their own
KEYS = (0, 0, 0, 1, 1, 1, 2, 3, *"112233445566", "7", "7", "8", "9", "9", "0", "*", "#", "#", "#")
LONG = 1000
GAMES = 5


def main(drive: Path, seed: int) -> None:
    """Press, and tell."""
    chance = random.Random(seed)
    timeline = Timeline()
    board = VirtualBoard(timeline, b"STORMING", seed=seed, firmware=drive)
    board.power_on()
    at = 4_000_000
    timeline.run_until(at)
    # another game of the menu for each seed, with what is offered first
    for key in ("#", str(1 + seed % GAMES), *"######"):
        at += 900_000
        board.press(key, at, 80)
    for step in range(STEPS):
        for _ in range(PRESSES):
            at += chance.choice((40, 90, 150, 400, 1500, 20_000)) * 1000
            held = LONG if chance.random() < 0.08 else 80
            board.press(chance.choice(KEYS), at, held)
            at += held * 1000
        timeline.run_until(at)
        told = hashlib.sha256(board.pixels + bytes(board.fram.memory) + repr(list(board.sounds)).encode())
        print(step, told.hexdigest())
        if chance.random() < 0.15:
            board.power_off()
            at += 3_000_000
            timeline.run_until(at)
            board.power_on()
            at += 5_000_000
            timeline.run_until(at)
    names = [name for name in sys.modules if name.startswith(("tablecore", "tabledevice", "tk_"))]
    if not all(str(sys.modules[name].__file__).startswith(str(drive)) for name in names):
        raise AssertionError("another firmware was imported")
    print("modules", len(names), file=sys.stderr)
    print("crashes", board.crashes)
    print("memory", bytes(board.fram.memory).hex())


main(Path(sys.argv[1]), int(sys.argv[2]))
