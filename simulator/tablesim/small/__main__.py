"""Runs a script on CPython: python -m tablesim.small FIRMWARE SCRIPT.

`tablesim.small.world.World` describes the format of a script. The last printed line is the deepest call
of the board's program: the nested Python functions from code.py on, innermost first.
"""

import sys
from pathlib import Path
from types import FrameType

from tablesim.small.play import Play

#: Python files on a board in addition to the firmware; its built-in modules are in C
DRIVERS = ("adafruit_ssd1306.py",)


class Depth:
    """Counts how deep the board's calls are nested."""

    def __init__(self, firmware: Path) -> None:
        self.deepest = 0
        self.where = ""
        self._now = 0
        self._firmware = str(firmware.resolve())
        self._counted: dict[str, bool] = {}

    def _counts(self, name: str) -> bool:
        found = self._counted.get(name)
        if found is None:

            # code.py is run from a string, so its file name is "<string>"
            found = name == "<string>" or name.startswith(self._firmware) or Path(name).name in DRIVERS
            self._counted[name] = found
        return found

    def watch(self, frame: FrameType, event: str, _: object) -> None:
        """Follow calls and returns."""
        if event not in ("call", "return") or not self._counts(frame.f_code.co_filename):
            return
        self._now += 1 if event == "call" else -1
        if event == "call" and self._now > self.deepest:
            self.deepest = self._now
            names = []
            under: FrameType | None = frame
            while under is not None:
                if self._counts(under.f_code.co_filename):
                    names.append(under.f_code.co_name)
                under = under.f_back
            self.where = " < ".join(names)


def main(folder: Path, script: Path) -> None:
    """Play a script on the firmware in a folder and print the outcome."""
    play = Play(str(folder), str(script))
    play.install()
    play.open()
    depth = Depth(folder)
    # calls during loading do not count: modules are loaded one within the other
    __import__("tabledevice.app")
    sys.setprofile(depth.watch)
    play.begin()
    while play.go(100):
        pass
    sys.setprofile(None)
    play.report()
    print("depth", depth.deepest, depth.where)


main(Path(sys.argv[1]), Path(sys.argv[2]))
