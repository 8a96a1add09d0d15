"""The runs on an emulated board: smoke (compares with the simulator's board) and latency (measures times)."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from silicon import comparing, fat, latency, wiring
from silicon.playing import NoPictureError, Played, play
from silicon.rig import Rig
from silicon.script import Step, parse
from silicon.virtual import Virtual

SCRIPTS = Path(__file__).resolve().parent / "scripts"
#: ms after which CircuitPython's first boot counts as failed
PATIENCE_MS = 20_000
_CONSOLE_END = 2000

Tell = Callable[[str], None]


class Bench:
    """The parts of an emulated board; each run gets a new board."""

    def __init__(
        self,
        package: Path,
        repository: Path,
        *,
        firmware: bytes,
        bootrom: bytes,
        files: Mapping[str, bytes],
        options: Mapping[str, Any],
    ) -> None:
        self.board = wiring.read(repository)
        self._package = package
        self._firmware = firmware
        self._bootrom = bootrom
        self._drive = fat.image(files)
        self._options = options

    @contextmanager
    def rig(self) -> Any:
        """Return a board that never had power."""
        with (
            tempfile.TemporaryDirectory() as folder,
            Rig(
                self._package, Path(folder), firmware=self._firmware, bootrom=self._bootrom,
                board=self.board, drive=self._drive, options=self._options,
            ) as rig,
        ):  # fmt: skip
            yield rig


def steps(name: str) -> list[Step]:
    """Return one of our scripts."""
    return parse((SCRIPTS / f"{name}.txt").read_text("utf-8"))


def smoke(bench: Bench, script: Sequence[Step], tell: Tell) -> bool:
    """Play a script on both boards and report each difference; return whether there is none."""
    uid = bytes.fromhex(bench.board["uid"])
    reference = play(Virtual(uid), script, around_ms=comparing.AROUND_MS)
    with bench.rig() as rig:
        played = _played(rig, script, tell)
        if played is None:
            return False
        tell(f"first picture {played.first_picture / 1000:.2f} s after power-on")
        result = comparing.compare(reference, played)
        tell(
            f"{result.records} records and {result.pictures} pictures compared with the simulator's board; "
            f"the sitting begins {result.later_ms} ms later by the clock of the script"
        )
        for difference in result.differences:
            tell(f"DIFFERENT: {difference}")
        if result.differences:
            _tell_console(rig, tell)
    return not result.differences


def measure(bench: Bench, script: Sequence[Step], tell: Tell) -> bool:
    """Play a script and report its times; return whether the board could be measured."""
    with bench.rig() as rig:
        played = _played(rig, script, tell)
        if played is None:
            return False
        events = rig.events()
    display = bench.board["display"]
    found = latency.latencies(played.presses, events, display)
    if not found:
        tell("no press drew anything")
        return False
    tell(f"first picture {played.first_picture / 1000:.2f} s after power-on")
    for name, took in latency.named(played.presses, events, display):
        tell(f"{name}: {took:.0f} ms to its last picture")
    times = [one.took for one in found]
    figures = ", ".join(f"p{percent} {latency.percentile(times, percent):.1f}" for percent in (50, 90, 99))
    tell(f"press to last byte of the picture, {len(times)} presses: {figures}, longest {max(times):.1f} ms")
    left = latency.garbage(played.presses, events)
    if left:
        collected = sum(one.collected for one in found)
        tell(f"{collected} of them with a collection inside; a press leaves {_spread(left)} bytes of garbage")
    return True


def _spread(values: Sequence[int]) -> str:
    middle, most = (latency.percentile(values, percent) for percent in (50, 100))
    return f"{middle:.0f} (half of them), at most {most:.0f}"


def _played(rig: Rig, script: Sequence[Step], tell: Tell) -> Played | None:
    try:
        return play(rig, script, patience_ms=PATIENCE_MS)
    except NoPictureError as error:
        tell(f"DIFFERENT: {error}")
        _tell_console(rig, tell)
        return None


def _tell_console(rig: Rig, tell: Tell) -> None:
    said = rig.console()[-_CONSOLE_END:].strip()
    if said:
        tell(f"the console's last words:\n{said}")
