"""The host's end of a virtual board's USB cable, as a transport like any other."""

from __future__ import annotations

from tablekeeper.tables.transport import TransportLost
from tablesim.usb import HostPort


class Cable:
    """Reads and writes a virtual board's data channel; opening it raises DTR."""

    def __init__(self, port: HostPort, name: str) -> None:
        self.name = name
        self._port = port
        try:
            port.open()
        except ConnectionError as error:
            raise TransportLost(str(error)) from error

    def read(self) -> bytes:
        """Return the received bytes."""
        try:
            return self._port.read()
        except ConnectionError as error:
            raise TransportLost(str(error)) from error

    def write(self, data: bytes) -> int:
        """Send the beginning of data; return the number of accepted bytes."""
        try:
            return self._port.write(data)
        except ConnectionError as error:
            raise TransportLost(str(error)) from error

    def close(self) -> None:
        """Close the port; DTR falls."""
        self._port.close()
