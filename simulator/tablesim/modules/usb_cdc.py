"""`usb_cdc`: the serial channels as the program sees them."""

from __future__ import annotations

from tablesim.costs import CALL_US
from tablesim.usb import Channel
from tablesim.vm import Vm

POLL_US = 1000
"""How often a blocking call looks again."""


class Serial:
    """One channel; like the real one it blocks without limit unless its time-outs are set."""

    def __init__(self, vm: Vm, channel: Channel) -> None:
        self.timeout: float | None = None
        self.write_timeout: float | None = None
        self._vm = vm
        self._channel = channel

    @property
    def connected(self) -> bool:
        """Whether the host asserts DTR."""
        self._vm.spend(CALL_US)
        return self._channel.dtr and self._channel.enumerated

    @property
    def in_waiting(self) -> int:
        """Bytes to read."""
        self._vm.spend(CALL_US)
        return len(self._channel.rx)

    @property
    def out_waiting(self) -> int:
        """Bytes in the transmit FIFO."""
        self._vm.spend(CALL_US)
        return len(self._channel.tx)

    def read(self, size: int = -1) -> bytes:
        """Read ``size`` bytes; -1 is all that are there."""
        self._vm.spend(CALL_US)
        channel = self._channel
        if size < 0:
            return channel.take(len(channel.rx))
        found = channel.take(size)
        if len(found) < size:
            looks = Looks(self._vm, self.timeout)
            while len(found) < size and looks.again():
                found += channel.take(size - len(found))
        return found

    def readinto(self, buf: bytearray) -> int:
        """Read as many bytes as the buffer holds; return their number."""
        found = self.read(len(buf))
        memoryview(buf)[: len(found)] = found
        return len(found)

    def readline(self, size: int = -1) -> bytes:
        """Read to the end of a line."""
        found = bytearray(self.read(1))
        while found and found[-1:] != b"\n" and len(found) != size:
            byte = self.read(1)
            if not byte:
                break
            found += byte
        return bytes(found)

    def write(self, buf: bytes | bytearray | memoryview) -> int:
        """Write as much as fits within `write_timeout`; return the number of accepted bytes."""
        self._vm.spend(CALL_US)
        data = bytes(buf)
        channel = self._channel
        written = channel.write(data)
        if written < len(data):
            looks = Looks(self._vm, self.write_timeout)
            while written < len(data) and looks.again():
                written += channel.write(data[written:])
        return written

    def flush(self) -> None:
        """Send what was written."""
        self._vm.spend(CALL_US)

    def reset_input_buffer(self) -> None:
        """Drop the received bytes."""
        self._vm.spend(CALL_US)
        self._channel.take(len(self._channel.rx))

    def reset_output_buffer(self) -> None:
        """Drop the bytes in the transmit FIFO."""
        self._vm.spend(CALL_US)
        self._channel.clear_output()


class Looks:
    """Lets a blocking call try again until its time-out."""

    def __init__(self, vm: Vm, timeout: float | None) -> None:
        self._vm = vm
        self._end = None if timeout is None else vm.timeline.now_us + round(timeout * 1_000_000)

    def again(self) -> bool:
        """Wait until the call may try again; return False after the time-out."""
        if self._end is not None and self._vm.timeline.now_us >= self._end:
            return False
        self._vm.spend(POLL_US)
        return True


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    usb = vm.board.usb_device

    def enable(*, console: bool = True, data: bool = False) -> None:
        if not vm.in_boot:
            raise RuntimeError("Cannot change USB devices now")
        usb.console_enabled, usb.data_enabled = bool(console), bool(data)

    def disable() -> None:
        enable(console=False, data=False)

    running = not vm.in_boot
    return {
        "Serial": Serial,
        "console": Serial(vm, usb.console) if running and usb.console_enabled else None,
        "data": Serial(vm, usb.data) if running and usb.data_enabled else None,
        "disable": disable,
        "enable": enable,
    }
