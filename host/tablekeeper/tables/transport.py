"""The cable: bytes that come and go. Everything above it can be tested without one."""

from __future__ import annotations

import errno
import select
import time
from typing import Any, Protocol

import serial

from tablekeeper.errors import ResourceError

#: never 1200: a port that is closed at that rate puts the board into its boot loader
BAUD = 115_200
PIECE = 4096


class TransportLost(ResourceError, ConnectionError):
    """The port is gone: one sentence that says how."""


class PortError(ResourceError):
    """The port cannot be opened: one sentence that says why, and what to do."""


class Transport(Protocol):
    """What a connection needs of a cable; a ConnectionError means that it is gone."""

    def read(self) -> bytes:
        """Return what has arrived, b"" when nothing has, without waiting for more."""

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return how many bytes were taken, 0 when there is no room."""

    def close(self) -> None:
        """Give the port back."""


class SerialTransport:
    """A port that pyserial opens: a tty, a pseudo-terminal, `socket://host:port` or `loop://`."""

    def __init__(self, address: str) -> None:
        self._name = address
        try:
            # non-blocking both ways: `wait` waits, and a board that does not read must not hold us up
            # (pyserial's loop:// takes a time-out of 0 for one that is always over)
            patience = None if address.startswith("loop://") else 0
            self._port: Any = serial.serial_for_url(
                address, baudrate=BAUD, timeout=0, write_timeout=patience, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise PortError(_why_closed(address, error)) from error
        try:
            self._handle: int | None = self._port.fileno()
        except (OSError, AttributeError):
            # Windows and loop:// have none
            self._handle = None

    @property
    def name(self) -> str:
        """The address it was opened by."""
        return self._name

    def wait(self, seconds: float) -> None:
        """Wait until something has arrived, at most for `seconds`."""
        if self._handle is None:
            time.sleep(min(seconds, 0.005))
            return
        try:
            select.select([self._handle], [], [], seconds)
        except (OSError, ValueError) as error:
            raise TransportLost(f"The port {self._name} is gone.") from error

    def read(self) -> bytes:
        """Return what has arrived."""
        try:
            return bytes(self._port.read(PIECE))
        except (OSError, TypeError, ValueError) as error:
            # pyserial passes None to the system when another thread has closed the port, and cannot wait
            # for a port that was opened after a thousand other files
            raise TransportLost(f"The port {self._name} is gone.") from error

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return how many bytes were taken."""
        try:
            # pyserial would spin while a non-blocking port is full
            if self._handle is not None and not select.select([], [self._handle], [], 0)[1]:
                return 0
            taken = self._port.write(data)
        except serial.SerialTimeoutException:
            return 0
        except (OSError, ValueError, TypeError) as error:
            raise TransportLost(f"The port {self._name} is gone.") from error
        return len(data) if taken is None else int(taken)

    def close(self) -> None:
        """Give the port back; DTR falls, so the board knows."""
        self._port.close()


def _why_closed(address: str, error: Exception) -> str:
    # what the system said is in the error, or in the one that pyserial met
    number = getattr(error, "errno", None) or next(iter(getattr(error.__context__, "args", ())), None)
    if "exclusively lock" in str(error) or number in (errno.EBUSY, errno.EAGAIN):
        return f"The port {address} is in use by another program: close that one and try again."
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return f"There is no port {address}: look at the cable, and at `tablekeeper board list`."
    if number in (errno.EACCES, errno.EPERM):
        return (
            f"There is no permission to open the port {address}: on Linux add yourself to the group dialout "
            "and log in again."
        )
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR):
        return f"{address} is not a serial port: `tablekeeper board list` shows those with a board."
    told = " ".join(str(error).split()).rstrip(".")
    return f"The port {address} cannot be opened ({told}): see `tablekeeper board list`."
