"""One life of a board's processor, from a reset to the next: boot.py, then code.py over and over.

The life is a greenlet. It runs the board's own program text on the stand-in modules, lets virtual time pass
where the real program would spend it, and ends when power goes or the processor is reset.
"""

from __future__ import annotations

import traceback
from collections import deque
from collections.abc import Callable
from random import Random
from types import ModuleType
from typing import Any, Protocol

from greenlet import GreenletExit, getcurrent, greenlet  # type: ignore[import-untyped]

from tablesim.costs import BOOT_OUT_US, BOOT_US, CODE_US, LOOP_US, OWN_START_US, RELOAD_US, USB_US
from tablesim.crystal import Crystal
from tablesim.endings import Interrupted, PowerLost, Reload, Reset
from tablesim.firmware import Firmware, Program
from tablesim.i2c import Bus
from tablesim.pins import Wiring
from tablesim.processor import Processor
from tablesim.timeline import Timeline
from tablesim.usb import UsbDevice


class Board(Protocol):
    """The parts of a board that a life and CircuitPython's modules use; see `tablesim.board.VirtualBoard`."""

    timeline: Timeline
    uid: bytes
    drift_ppm: int
    random: Random
    bus: Bus
    processor: Processor | None
    wiring: Wiring
    nvm: bytearray
    nvm_erases: int
    boot_out_written: bool
    usb_device: UsbDevice
    crashes: list[str]
    sounds: deque[tuple[int, int, int]]
    idle_reason: str

    @property
    def supply_mv(self) -> int:
        """What feeds the board."""

    def reset(self, reason: str) -> None:
        """Reset the processor from outside."""

    def restart(self, ended: tuple[Vm, str]) -> None:
        """Begin the next life after one that ended by a reset."""

    def log(self, text: str) -> None:
        """Take what the program prints."""


class Vm:
    """The processor of one board between two resets; `modules` makes the modules that programs can import."""

    def __init__(
        self,
        board: Board,
        reset_reason: str,
        firmware: Firmware,
        modules: Callable[[Vm], dict[str, ModuleType]],
        safe_mode: str = "NONE",
    ) -> None:
        self.board = board
        self._modules = modules
        self.timeline = board.timeline
        self.crystal = Crystal(self.timeline.now_us, board.drift_ppm)
        self.reset_reason = reset_reason
        self.safe_mode = safe_mode
        """Why this life is spent in safe mode: a name of `supervisor.SafeModeReason`, mostly "NONE"."""
        self.firmware = firmware
        self.alive = True
        self.work_us = 0
        """Work the program has done that no time has passed for yet; see `tablesim.processor`."""
        self.interrupts_off_until = 0
        self.watchdog_used = False
        """Whether a program of this life has started the watchdog."""
        self.run_reason = "STARTUP"
        self.previous_traceback: str | None = None
        self.next_file: str | None = None
        self.reload_on_success = self.reload_on_error = False
        self.program: Program | None = None
        """The program file that runs now, or ran last."""
        self.in_boot = False
        self._stimulated = self._interrupted = False
        self._token = 0
        self._waiting = False
        self._on_exit: list[Callable[[], None]] = []

        # Made when it first runs, because a greenlet belongs to the thread that makes it.
        self._greenlet: greenlet | None = None
        self.timeline.push(self.timeline.now_us, self._resume, self._token)

    @property
    def running_here(self) -> bool:
        """Whether the caller is this program (not a stimulus or a test)."""
        return self._greenlet is not None and getcurrent() is self._greenlet

    def spend(self, us: int) -> None:
        """Let `us` of processor or bus time pass; stimuli that are due happen during it."""
        if not self.alive:
            raise PowerLost
        timeline = self.timeline
        then = timeline.now_us + us + self.work_us
        self.work_us = 0
        if then < timeline.due:
            timeline.now_us = then
        else:
            self.sleep_until(then)

    def sleep_until(self, us: int) -> None:
        """Stop until ``us``, without reacting to events."""
        if not self.alive:
            raise PowerLost
        timeline = self.timeline
        if us < timeline.due:
            # no other event comes before: only time passes
            if us > timeline.now_us:
                timeline.now_us = us
            return
        self._token += 1
        timeline.push(us, self._resume, self._token)
        timeline.hand_over()
        if not self.alive:
            raise PowerLost

    def idle_until(self, us: int) -> None:
        """Stop until ``us`` or the next stimulus: a key event, bytes or a connection from the host."""
        self.spend(LOOP_US)
        if not self._stimulated:
            self._waiting = True
            try:
                self.sleep_until(us)
            finally:
                self._waiting = False
        self._stimulated = False
        if self._interrupted:
            self.heed()

    def stimulate(self) -> None:
        """Something has happened that the program must see: ends an `idle_until` now, or the next one."""
        self._stimulated = True
        if self._waiting:
            self._waiting = False
            self._token += 1
            self.timeline.push(self.timeline.now_us, self._resume, self._token)

    def interrupt(self) -> None:
        """Ctrl-C has come on the console: the program is interrupted in its rest, or in the next one."""
        self._interrupted = True
        self.stimulate()

    def heed(self) -> None:
        """Raise the exception of an interruption, if there is one."""
        if self._interrupted:
            self._interrupted = False
            raise Interrupted

    def on_exit(self, release: Callable[[], None]) -> None:
        """Register a function that releases hardware at the program's end (pins, scanners, watchdog)."""
        self._on_exit.append(release)

    def kill(self) -> None:
        """End this life at once; raise PowerLost if the program itself calls it."""
        self.alive = False
        self._token += 1
        if self.running_here:
            raise PowerLost
        if self._greenlet:
            self._greenlet.parent = getcurrent()
            self._greenlet.throw(PowerLost)

    def _resume(self, token: int) -> None:
        if token == self._token and self.alive:
            if self._greenlet is None:
                self._greenlet = greenlet(self._live)
            processor = self.board.processor
            if processor is None:
                self._greenlet.switch()
            else:
                processor.run(self, self._greenlet.switch)

    def _live(self) -> None:
        board = self.board
        try:
            self.sleep_until(self.crystal.global_us(BOOT_US))
            if self.safe_mode != "NONE":
                self._stay_safe()
                return
            self.in_boot = True
            self._run("boot.py")
            self.in_boot = False
            board.usb_device.start(self.crystal.global_us(USB_US))
            if board.processor is None:
                self.sleep_until(self.crystal.global_us(CODE_US))
            else:
                self._start_itself(OWN_START_US)
            while self._run(self._next_file()):
                self.spend(RELOAD_US)
            board.idle_reason = "Code done running."
        except PowerLost:
            return
        except Reset as reset:
            # The next life must not start inside this greenlet.
            self.alive = False
            self.timeline.push(self.timeline.now_us, board.restart, (self, str(reset)))

    def _start_itself(self, until: int) -> None:
        """CircuitPython's own start, up to the first line of code.py; the first boot of all writes files."""
        if not self.board.boot_out_written:
            self.board.boot_out_written = True
            until += BOOT_OUT_US
            self.interrupts_off_until = self.timeline.now_us + BOOT_OUT_US
            self.sleep_until(self.interrupts_off_until)
        self.sleep_until(self.crystal.global_us(until))

    def _stay_safe(self) -> None:
        """Safe mode: runs safemode.py before USB starts; without a reset only console and drive work."""
        board = self.board
        if self.safe_mode != "USER":
            before = len(board.crashes)
            self._run("safemode.py")
            if len(board.crashes) > before:
                self.safe_mode = "SAFE_MODE_PY_ERROR"
        board.usb_device.start(self.crystal.global_us(USB_US))
        board.idle_reason = "safe mode"

    def _run(self, name: str) -> bool:
        """Run one program file to its end; True when it is to be run again."""
        board = self.board
        memory = None if board.processor is None else board.processor.begin(self)
        program = Program(self.firmware, self._modules(self), self._idle_of_hardware, self._say, memory)
        self.program = program
        failed = False
        try:
            program.run(name)
        except Interrupted:
            # the console has its prompt, and nothing runs any more
            self.previous_traceback = traceback.format_exc()
            board.crashes.append(self.previous_traceback)
        except (Reset, PowerLost, GreenletExit, KeyboardInterrupt):
            raise
        except Reload:
            self.run_reason = "SUPERVISOR_RELOAD"
            self.previous_traceback = None
            return True
        except SystemExit:
            self.previous_traceback = None
        except BaseException:
            if not self.alive:
                raise PowerLost from None
            failed = True
            self.previous_traceback = traceback.format_exc()
            board.crashes.append(self.previous_traceback)
        else:
            self.previous_traceback = None
        finally:
            self._release()
        again = self.reload_on_error if failed else self.reload_on_success
        self.reload_on_success = self.reload_on_error = False
        return again

    def _say(self, text: str) -> None:
        """Pass on the program's output, after the time of the preceding work."""
        if self.work_us:
            self.spend(0)
        self.board.log(text)

    def _next_file(self) -> str:
        """Return the file the program asked for, for one run, else code.py."""
        name, self.next_file = self.next_file, None
        return name if name is not None and self.firmware.code(name) is not None else "code.py"

    def _release(self) -> None:
        while self._on_exit:
            self._on_exit.pop()()

    def _idle_of_hardware(self, hardware: ModuleType) -> None:
        """Replace ``Hardware.idle`` by a virtual wait: the only seam of the simulator.

        It stays on a board with a processor model: there the board's own way of waiting counts, too.
        """
        if self.board.processor is not None:
            return
        vm = self

        def idle(self: Any, until: int) -> None:
            """Wait until ``hardware.now()`` is ``until`` or something happens."""
            timeline, crystal = vm.timeline, vm.crystal
            before = crystal.milliseconds(timeline.now_us)
            ahead = until - self.now()
            end = crystal.milliseconds_us(before + ahead)
            vm.spend(LOOP_US)
            # only the events that end the board's own rest end this one
            while timeline.now_us < end and not self.wanted():
                vm.idle_until(end)

        hardware.Hardware.idle = idle
