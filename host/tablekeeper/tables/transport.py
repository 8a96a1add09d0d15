"""The cable as a transport of bytes. Everything above it can be tested without hardware."""

from __future__ import annotations

import contextlib
import errno
import os
import select
import time
from typing import Any, Protocol

import serial

from tablekeeper.errors import ResourceError
from tablekeeper.languages import _

#: never 1200: a port that is closed at that rate puts the board into its boot loader
BAUD = 115_200
PIECE = 4096


class TransportLost(ResourceError, ConnectionError):
    """The port is gone; the text says why, in one sentence."""


class CutOff(TransportLost):
    """The board passed a limit: its port stays closed for a while."""


class PortError(ResourceError):
    """The port cannot be opened; the text says why and what to do, in one sentence."""


class Transport(Protocol):
    """The interface of a cable that a connection needs; ConnectionError means that the cable is gone."""

    def read(self) -> bytes:
        """Return the received bytes without waiting; b"" if nothing has arrived."""

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return the number of accepted bytes, 0 if there is no room."""

    def close(self) -> None:
        """Close the port."""


class WaitingTransport(Transport, Protocol):
    """A transport on which a thread can wait."""

    @property
    def handle(self) -> int | None:
        """The file descriptor to wait on; None if there is none."""

    def wait(self, seconds: float) -> None:
        """Wait until something has arrived, at most for `seconds`."""


class SerialTransport:
    """A port that pyserial opens: a tty, a pseudo-terminal, `socket://host:port` or `loop://`."""

    def __init__(self, address: str) -> None:
        self._name = address
        try:
            # non-blocking in both directions: `wait` waits, and a board that does not read must not block us
            # (in pyserial's loop:// a time-out of 0 has always expired)
            patience = None if address.startswith("loop://") else 0
            self._port: Any = serial.serial_for_url(
                address, baudrate=BAUD, timeout=0, write_timeout=patience, exclusive=True
            )
        except (OSError, ValueError) as error:
            raise PortError(_why_closed(address, error)) from error
        #: the file descriptor to wait on; None if there is none (Windows, loop://)
        self.handle: int | None = None
        with contextlib.suppress(OSError, AttributeError):
            self.handle = self._port.fileno()
        if self.handle is not None:
            # not `select`: it refuses file descriptors above 1,023
            self._readable = select.poll()
            self._readable.register(self.handle, select.POLLIN)
            self._writable = select.poll()
            self._writable.register(self.handle, select.POLLOUT)
        #: a tty is read directly, because pyserial uses select; a socket has no `fd`
        self._tty = self.handle is not None and hasattr(self._port, "fd")

    @property
    def name(self) -> str:
        """The address it was opened by."""
        return self._name

    def wait(self, seconds: float) -> None:
        """Wait until something has arrived, at most for `seconds`."""
        if self.handle is None:
            time.sleep(min(seconds, 0.005))
            return
        self._readable.poll(round(seconds * 1000))

    def read(self) -> bytes:
        """Return what has arrived."""
        try:
            if not self._tty:
                return bytes(self._port.read(PIECE))
            if not self._readable.poll(0):
                return b""
            assert self.handle is not None
            data = os.read(self.handle, PIECE)
        except BlockingIOError:
            return b""
        except (OSError, TypeError, ValueError) as error:
            # pyserial passes None to the system when another thread has closed the port
            raise TransportLost("The port %(name)s is gone.", name=self._name) from error
        if not data:
            # readable without a byte: the other end is closed
            raise TransportLost("The port %(name)s is gone.", name=self._name)
        return data

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return the number of accepted bytes."""
        try:
            # pyserial would spin while a non-blocking port is full
            if self.handle is not None and not self._writable.poll(0):
                return 0
            taken = self._port.write(data)
        except serial.SerialTimeoutException:
            return 0
        except (OSError, ValueError, TypeError) as error:
            raise TransportLost("The port %(name)s is gone.", name=self._name) from error
        return len(data) if taken is None else int(taken)

    def close(self) -> None:
        """Close the port; DTR falls, which the board notices."""
        self._port.close()


def _why_closed(address: str, error: Exception) -> str:
    # the system's message is in the error, or in the error that pyserial received
    number = getattr(error, "errno", None) or next(iter(getattr(error.__context__, "args", ())), None)
    if "exclusively lock" in str(error) or number in (errno.EBUSY, errno.EAGAIN):
        return _(
            "The port %(address)s is in use by another program: close that one and try again.",
            address=address,
        )
    if number in (errno.ENOENT, errno.ENXIO, errno.ENODEV):
        return _(
            "There is no port %(address)s: look at the cable, and at `tablekeeper board list`.",
            address=address,
        )
    if number in (errno.EACCES, errno.EPERM):
        return (
            _(
                "There is no permission to open the port %(address)s: on Linux add yourself to the group "
                "dialout and log in again.",
                address=address,
            )
        )
    if number in (errno.ENOTTY, errno.EINVAL, errno.EISDIR):
        return _(
            "%(address)s is not a serial port: `tablekeeper board list` shows those with a board.",
            address=address,
        )
    told = " ".join(str(error).split()).rstrip(".")
    return _(
        "The port %(address)s cannot be opened (%(told)s): see `tablekeeper board list`.",
        address=address, told=told,
    )
