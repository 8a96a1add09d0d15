"""The two-wire bus between the board and its chips, byte by byte and at its real speed.

A transfer is passed to the chip as a whole if nothing else can happen during it. Otherwise it is cut at the
times of other events (above all a power cut), so that a chip receives exactly the bytes that were on the
wire before that time.
"""

from __future__ import annotations

import errno
from typing import Protocol

from tablesim.endings import PowerLost
from tablesim.timeline import Working

BITS_PER_BYTE = 9
"""Eight data bits and the acknowledge."""
PROBE_US = 120
"""A zero-byte write is bit-banged on the pins, address only."""
STUCK_US = 1_000_000
"""The port's bus time-out."""


class Device(Protocol):
    """A chip on the bus."""

    address: int

    @property
    def answers(self) -> bool:
        """Whether the chip acknowledges its address."""

    def begin_write(self) -> None:
        """A write was addressed to the chip."""

    def write(self, data: bytes) -> None:
        """The next bytes of the write; the chip acknowledges each."""

    def read(self, count: int) -> bytes:
        """Return the chip sends that many bytes."""


class Bus:
    """The wires, their pull-ups and the chips soldered to them."""

    def __init__(self, devices: tuple[Device, ...] = (), pull_ups: bool = True) -> None:
        self.devices = {device.address: device for device in devices}
        self.pull_ups = pull_ups
        self.stuck = False
        """A chip holds a wire low: no transfer ends before the time-out."""
        self.clocks_owed = 0
        """Clocks until a chip that was interrupted while it sent a byte lets go of the data line."""
        self.bytes_carried = 0

    @property
    def free(self) -> bool:
        """Whether both lines are high while nobody uses them."""
        return self.pull_ups and not self.clocks_owed

    def clock(self) -> None:
        """The program moves the clock line itself: a chip that waits for clocks continues."""
        self.clocks_owed = max(0, self.clocks_owed - 1)

    def probe(self, vm: Working, address: int) -> bool:
        """Ask whether a chip acknowledges its address."""
        vm.spend(PROBE_US)
        return not self.stuck and self.pull_ups and self._find(address) is not None

    def write(self, vm: Working, address: int, data: bytes, byte_ns: int) -> None:
        """Send ``data`` to a chip; raise OSError if no chip acknowledges or the bus is stuck."""
        timeline = vm.timeline
        count = len(data)
        found = self.devices.get(address)
        whole = timeline.now_us + byte_ns // 1000 + count * byte_ns // 1000 + vm.work_us
        if whole < timeline.due and vm.alive and not self.stuck and found is not None and found.answers:
            # nothing can happen before the last byte has arrived
            vm.work_us = 0
            timeline.now_us = whole
            self.bytes_carried += count
            found.begin_write()
            found.write(data)
            return
        device = self._addressed(vm, address, byte_ns)
        device.begin_write()
        self.bytes_carried += count
        duration = count * byte_ns // 1000
        if timeline.now_us + duration < timeline.due:
            vm.spend(duration)
            device.write(data)
            return
        start, done = timeline.now_us, 0
        while done < count:
            reached = min(count, max(0, timeline.due - start) * 1000 // byte_ns)
            if reached > done:
                vm.sleep_until(min(timeline.due, start + reached * byte_ns // 1000))
                device.write(data[done:reached])
                done = reached
            else:
                vm.sleep_until(start + (done + 1) * byte_ns // 1000)
                device.write(data[done : done + 1])
                done += 1

    def read(self, vm: Working, address: int, count: int, byte_ns: int) -> bytes:
        """Fetch ``count`` bytes from a chip; raise OSError as `write` does."""
        device = self._addressed(vm, address, byte_ns)
        self.bytes_carried += count
        try:
            vm.spend(count * byte_ns // 1000)
        except PowerLost:
            # the processor has stopped, but the chip still waits for the clocks of its byte
            self.clocks_owed = BITS_PER_BYTE
            raise
        return device.read(count)

    def _addressed(self, vm: Working, address: int, byte_ns: int) -> Device:
        if self.stuck:
            vm.spend(STUCK_US)
            raise OSError(errno.ETIMEDOUT, "ETIMEDOUT")
        vm.spend(byte_ns // 1000)
        device = self._find(address)
        if device is None:
            raise OSError(errno.ENODEV, "No such device")
        return device

    def _find(self, address: int) -> Device | None:
        device = self.devices.get(address)
        return device if device is not None and device.answers else None
