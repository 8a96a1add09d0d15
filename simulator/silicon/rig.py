"""The emulated board, driven from Python: sends commands to a node program, one at a time, each answered."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

from silicon import emulator
from silicon.image import DRIVE_AT

_NOTHING: Mapping[str, Any] = {}


class RigError(Exception):
    """The node program refused a command, or ended."""


class Rig:
    """A table with an emulated board, at first without power. Times are ms since it was made.

    `firmware` and `drive` are the contents of the flash, `bootrom` the ROM's 16 KiB, `board` the wiring.
    `options` may have symbols (name -> address) and missCycles (cycles of a miss of the flash cache).
    """

    def __init__(
        self,
        package: Path,
        folder: Path,
        *,
        firmware: bytes,
        bootrom: bytes,
        board: Mapping[str, Any],
        drive: bytes = b"",
        options: Mapping[str, Any] = _NOTHING,
    ) -> None:
        flash = folder / "flash.bin"
        flash.write_bytes(firmware.ljust(DRIVE_AT, b"\xff") + drive)
        rom = folder / "bootrom.bin"
        rom.write_bytes(bootrom)
        task = folder / "task.json"
        task.write_text(
            json.dumps({"board": board, "flash": str(flash), "bootrom": str(rom), **options}), "utf-8"
        )
        self._errors = (folder / "errors.txt").open("w+")
        self._node = subprocess.Popen(
            ["node", emulator.HERE / "main.mjs", task],
            env=emulator.environment(package),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
        )

    def ask(self, verb: str, *values: object) -> Any:
        """Send a command (see main.mjs) and return its answer; may raise RigError."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        try:
            self._node.stdin.write(json.dumps([verb, *values]) + "\n")
            self._node.stdin.flush()
            line = self._node.stdout.readline()
        except BrokenPipeError:
            line = ""
        if not line:
            self._errors.seek(0)
            raise RigError(f"the emulator ended: {self._errors.read()[-2000:]}")
        answer = json.loads(line)
        if "error" in answer:
            raise RigError(answer["error"])
        return answer["is"]

    def close(self) -> None:
        """End the node program."""
        assert self._node.stdin is not None
        assert self._node.stdout is not None
        self._node.stdin.close()
        self._node.stdout.close()
        self._node.wait()
        self._errors.close()

    def __enter__(self) -> Rig:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    # the functions that `play` needs

    def power_on(self) -> None:
        """Switch the board on."""
        self.ask("on")

    def run(self, ms: float) -> float:
        """Let time pass; return the new time (ms)."""
        return float(self.ask("run", ms))

    def down(self, key: str) -> None:
        """Press a key."""
        self.ask("down", key)

    def up(self, key: str) -> None:
        """Let a key go."""
        self.ask("up", key)

    def picture(self) -> bytes:
        """Return the display's RAM."""
        return bytes.fromhex(self.ask("picture"))

    def shown(self) -> bool:
        """Return whether the display is on."""
        return bool(self.ask("state")["shown"])

    def memory(self) -> bytes:
        """Return the FRAM."""
        return bytes.fromhex(self.ask("fram"))

    def events(self) -> list[list[Any]]:
        """Return the events since the last call, each [ms, word, ...values]."""
        found: list[list[Any]] = self.ask("events")
        return found

    def console(self) -> str:
        """Return the output of the console since the last call."""
        return bytes.fromhex(self.ask("received", 0)).decode("utf-8", "replace")
