"""A whole virtual board: power, processor, chips, keys and cable, and functions that press its keys."""

from __future__ import annotations

import random
from collections import deque
from pathlib import Path
from typing import Any

from tablesim import modules
from tablesim.faults import FaultPlan
from tablesim.firmware import Firmware, firmware_folder
from tablesim.fram import Fram
from tablesim.i2c import Bus, Device
from tablesim.pins import SEAT_LEDS, SWITCHES, VBUS_SENSE, Wiring
from tablesim.processor import Processor
from tablesim.ssd1306 import Ssd1306
from tablesim.timeline import Timeline
from tablesim.usb import HostPort, UsbDevice
from tablesim.vm import Vm

NVM_BYTES = 4096
USB_MV = 4700


class VirtualBoard:
    """One board on a timeline, at first without power; `power_on` begins its first life."""

    def __init__(
        self,
        timeline: Timeline,
        uid: bytes,
        *,
        fram: bool | Fram = True,
        oled: bool = True,
        seed: int = 0,
        name: str = "",
        drift_ppm: int = 0,
        firmware: Path | None = None,
        processor: Processor | None = None,
    ) -> None:
        if len(uid) != 8:
            raise ValueError("A board's unique id is 8 bytes long.")
        self.timeline = timeline
        self.uid = bytes(uid)
        self.name = name or self.uid.hex()
        self.drift_ppm = drift_ppm
        self.random = random.Random(f"{seed} {self.uid.hex()}")
        """The source of this board's physical chance: entropy, bounce, the display's first noise."""
        self.fram: Fram | None = (Fram() if fram is True else fram) or None
        self.oled: Ssd1306 | None = Ssd1306(seed=self.random.getrandbits(32)) if oled else None
        devices: list[Device] = [chip for chip in (self.fram, self.oled) if chip is not None]
        self.bus = Bus(tuple(devices))
        self.processor = processor
        """What charges the program for its work; None: it computes in no time."""
        self.wiring = Wiring()
        self.wiring.external[VBUS_SENSE] = True
        self.battery_mv = 3900
        """What the battery feeds the board with while USB does not."""
        self.nvm = bytearray(b"\xff" * NVM_BYTES)
        self.nvm_erases = 0
        self.boot_out_written = False
        """Whether the first boot has written boot_out.txt onto the drive."""
        self.usb_device = UsbDevice(timeline, self._stimulate)
        self.usb_device.console.on_interrupt = self._interrupt
        self.usb = HostPort(self.usb_device.data)
        self.usb_console = HostPort(self.usb_device.console)
        self.crashes: list[str] = []
        """Tracebacks of programs that ended with an exception, and of those they caught and looked at."""
        self.console: deque[str] = deque(maxlen=1000)
        """What the program printed, newest last."""
        self.sounds: deque[tuple[int, int, int]] = deque(maxlen=1000)
        """The piezo's changes: (microsecond, frequency in hertz, duty of 65,535)."""
        self.reset_reason: str | None = None
        self.idle_reason = ""
        self.resets = 0
        self._safe_mode = "NONE"
        self.vm: Vm | None = None
        self._firmware = Firmware(firmware or firmware_folder())

    # Power

    @property
    def powered(self) -> bool:
        """Whether the board has power."""
        return self.vm is not None

    def power_on(self) -> None:
        """Switch the board on; its program starts about 1.6 s later."""
        if self.vm is None:
            if self.oled is not None:
                self.oled.power_on()
            self.bus.clocks_owed = 0
            self._safe_mode = "NONE"
            self._begin("POWER_ON")

    def power_off(self) -> None:
        """Switch power off at this moment, whatever the program is doing; the FRAM keeps its bytes."""
        vm = self._end()
        if self.oled is not None:
            self.oled.on = False
        if vm is not None:
            vm.kill()

    def cut_power_after(self, count: int) -> None:
        """Switch power off as soon as ``count`` more data bytes have been stored in the FRAM."""
        if self.fram is None:
            raise ValueError("This board has no FRAM to count bytes of.")
        self.fram.after_bytes(count, self.power_off)

    def reset(self, reason: str = "RESET_PIN") -> None:
        """Reset the processor from outside (reset pin, watchdog); the chips keep their power."""
        if self.vm is not None and self.vm.alive:
            self.usb_device.stop()
            self.timeline.push(self.timeline.now_us, self.restart, (self.vm, reason))
            self.vm.kill()

    def fail(self, safe_mode: str = "HARD_FAULT") -> None:
        """Let the processor fail: it resets into safe mode, for this `supervisor.SafeModeReason`."""
        self._safe_mode = safe_mode
        self.reset("SOFTWARE")

    def restart(self, ended: tuple[Vm, str]) -> None:
        """Begin the next life after one that ended by a reset, unless power was lost in between."""
        vm, reason = ended
        if self.vm is vm:
            self._end()
            self._begin(reason)

    @property
    def supply_mv(self) -> int:
        """The supply voltage: USB behind its diode, else the battery."""
        return USB_MV if self.wiring.external[VBUS_SENSE] else self.battery_mv

    def plug(self) -> None:
        """Plug the USB cable in."""
        self.wiring.external[VBUS_SENSE] = True
        self.usb_device.plug(True)
        self._stimulate()

    def inject(self, plan: FaultPlan) -> None:
        """Apply a plan of faults to the data channel, and its spans to the timeline."""
        timeline, channel = self.timeline, self.usb_device.data
        channel.faults = plan

        def stall() -> None:
            channel.stalled = True

        for span in plan.unplugged:
            timeline.at(span.at_us, self.unplug)
            timeline.at(span.at_us + span.for_us, self.plug)
        for span in plan.stalled:
            timeline.at(span.at_us, stall)
            timeline.at(span.at_us + span.for_us, channel.resume)

    def unplug(self) -> None:
        """Pull the USB cable out; the board runs on from its battery."""
        self.wiring.external[VBUS_SENSE] = False
        self.usb_device.plug(False)
        self._stimulate()

    def _begin(self, reason: str) -> None:
        self.reset_reason = reason
        self.idle_reason = ""
        self.resets += 1
        safe_mode, self._safe_mode = self._safe_mode, "NONE"
        self.vm = Vm(self, reason, self._firmware, modules.build, safe_mode)

    def _end(self) -> Vm | None:
        vm, self.vm = self.vm, None
        self.usb_device.stop()
        self.wiring.release_all()
        return vm

    def _interrupt(self) -> None:
        if self.vm is not None:
            self.vm.interrupt()

    def _stimulate(self) -> None:
        if self.vm is not None:
            self.vm.stimulate()

    # Hands

    def press(
        self, key: int | str, at_us: int | None = None, hold_ms: int | None = 80, bounce_ms: int = 0
    ) -> None:
        """Press a seat button (0 to 3) or a keypad key ("0" to "9", "*", "#"); release it after ``hold_ms``.

        With ``hold_ms`` None the key stays down until `release`. With ``bounce_ms`` the contact bounces
        for this time after closing and after opening.
        """
        when = self.timeline.now_us if at_us is None else at_us
        self._move(key, True, when, bounce_ms)
        if hold_ms is not None:
            self._move(key, False, when + hold_ms * 1000, bounce_ms)

    def release(self, key: int | str, at_us: int | None = None, bounce_ms: int = 0) -> None:
        """Release a key."""
        self._move(key, False, self.timeline.now_us if at_us is None else at_us, bounce_ms)

    def _move(self, key: int | str, closed: bool, at_us: int, bounce_ms: int) -> None:
        if key not in SWITCHES:
            raise ValueError(f"There is no key {key!r}; seats are 0 to 3, keypad keys '0' to '9', '*', '#'.")
        self.timeline.push(at_us, self._switch, (key, closed))
        if bounce_ms:
            toggles = 2 * self.random.randint(1, 3)
            moments = sorted(self.random.randrange(1, bounce_ms * 1000) for _ in range(toggles))
            for number, moment in enumerate(moments):
                self.timeline.push(at_us + moment, self._switch, (key, closed ^ (number % 2 == 0)))

    def _switch(self, change: tuple[int | str, bool]) -> None:
        self.wiring.set_switch(*change)

    # Eyes and ears

    def running(self, name: str) -> Any:
        """Return the object ``name`` at the top level of the running program; None if it is missing."""
        vm = self.vm
        return None if vm is None or vm.program is None else vm.program.names.get(name)

    def screen(self) -> bytes:
        """Return the 1,024 bytes of the display's RAM (page by page); zeros without a display or power."""
        if self.oled is None or self.vm is None:
            return bytes(1024)
        return bytes(self.oled.ram)

    @property
    def pixels(self) -> bytes:
        """What a person sees on the display, laid out like `screen`: dark when off, inverted, turned."""
        if self.oled is None or self.vm is None:
            return bytes(1024)
        return self.oled.seen()

    @property
    def leds(self) -> tuple[bool, ...]:
        """The four seat lights."""
        return tuple(self.wiring.level(pin) for pin in SEAT_LEDS)

    def log(self, text: str) -> None:
        """Store the program's output."""
        self.console.append(text)
