"""`busio.I2C` on the modelled bus."""

from __future__ import annotations

import sys
from typing import Any

from tablesim.i2c import BITS_PER_BYTE
from tablesim.pins import DEINITIALIZED, SCL, SDA, Pin
from tablesim.vm import Vm

Buffer = bytes | bytearray | memoryview


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    bus = vm.board.bus

    class I2C:
        """The bus controller; one owner at a time, and no transfer without the lock."""

        def __init__(self, scl: Pin, sda: Pin, *, frequency: int = 100_000, timeout: int = 255) -> None:
            if not bus.free:
                raise RuntimeError("No pull up found on SDA or SCL; check your wiring")
            if (scl.name, sda.name) != (SCL, SDA):
                raise ValueError("Invalid pins")
            scl.claim(self)
            sda.claim(self)
            self._pins: tuple[Pin, Pin] | None = (scl, sda)
            self._byte_ns = BITS_PER_BYTE * 1_000_000_000 // frequency
            self._locked = False
            vm.on_exit(self.deinit)

        def deinit(self) -> None:
            """Release the pins."""
            if self._pins is not None:
                for pin in self._pins:
                    pin.release()
                self._pins = None

        def __enter__(self) -> I2C:
            return self

        def __exit__(self, *error: object) -> None:
            self.deinit()

        def try_lock(self) -> bool:
            """Take the lock if it is free."""
            if self._locked:
                vm.spend(10)
                return False
            self._locked = True
            return True

        def unlock(self) -> None:
            """Release the lock."""
            self._locked = False

        def probe(self, address: int) -> bool:
            """Return whether a chip answers."""
            self._check()
            return bus.probe(vm, address)

        def scan(self) -> list[int]:
            """Return the addresses that answer."""
            self._check()
            return [address for address in range(0x08, 0x78) if bus.probe(vm, address)]

        def writeto(self, address: int, buffer: Buffer, *, start: int = 0, end: int = sys.maxsize) -> None:
            """Send a slice of the buffer."""
            if not self._locked or self._pins is None:
                self._check()
            data = bytes(memoryview(buffer)[start:end])
            if data:
                bus.write(vm, address, data, self._byte_ns)
            elif not bus.probe(vm, address):
                raise OSError(19, "No such device")

        def readfrom_into(self, address: int, buffer: Any, *, start: int = 0, end: int = sys.maxsize) -> None:
            """Fill a slice of the buffer."""
            if not self._locked or self._pins is None:
                self._check()
            view = memoryview(buffer)[start:end]
            if not len(view):
                raise ValueError("Buffer must be at least length 1")
            view[:] = bus.read(vm, address, len(view), self._byte_ns)

        def writeto_then_readfrom(
            self,
            address: int,
            out_buffer: Buffer,
            in_buffer: Any,
            *,
            out_start: int = 0,
            out_end: int = sys.maxsize,
            in_start: int = 0,
            in_end: int = sys.maxsize,
        ) -> None:
            """Send, then read after a repeated start."""
            self.writeto(address, out_buffer, start=out_start, end=out_end)
            self.readfrom_into(address, in_buffer, start=in_start, end=in_end)

        def _check(self) -> None:
            if self._pins is None:
                raise ValueError(DEINITIALIZED)
            if not self._locked:
                raise RuntimeError("Function requires lock")

    return {"I2C": I2C}
