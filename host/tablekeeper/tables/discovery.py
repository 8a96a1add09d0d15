"""Finds the serial ports of boards: a board is confirmed by the handshake, never by the port's name.

A board has two ports, a console and the protocol port, in an order that differs between systems. Only ports
with our USB product name are opened automatically; another port may belong to a printer. Nothing is written
to a possible console before a frame has arrived from it: a console buffers its input, and when the buffer is
full it no longer reacts to Ctrl-C.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from serial.tools import list_ports

from tablecore import hostlink
from tablecore.hostlink import HostLink
from tablekeeper.languages import _
from tablekeeper.tables.hello import Hello, version_problem
from tablekeeper.tables.transport import PortError, SerialTransport, TransportLost

#: the name of the board in boot.py
PRODUCT = "Tablekeeper"
#: CircuitPython's name for the second serial port, if the system shows it
DATA_INTERFACE = "CDC2"
#: a board sends a hello each second; if it believes that it is connected, a message every two seconds
PROBE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class Port:
    """A serial port of this computer."""

    address: str
    product: str
    serial_number: str
    #: whether it is known to be the protocol port
    data: bool = False


def candidates() -> list[Port]:
    """Return the ports with our USB product name, in the order of their addresses."""
    found = [
        Port(
            info.device,
            info.product or "",
            info.serial_number or "",
            DATA_INTERFACE in (info.interface or ""),
        )
        for info in list_ports.comports()
    ]
    return sorted((port for port in found if port.product == PRODUCT), key=lambda port: port.address)


def probe(address: str, seconds: float = PROBE_SECONDS, *, asks: bool = False) -> Hello | str:
    """Listen on a port until a board introduces itself; else say in a sentence what is wrong.

    A board that sends other messages first is asked for a hello; with `asks` every board is, at once.
    """
    try:
        port = SerialTransport(address)
    except PortError as error:
        return str(error)
    try:
        return _listen(port, time.monotonic, seconds, asks)
    except TransportLost as error:
        return str(error)
    finally:
        port.close()


def _listen(port: SerialTransport, clock: Callable[[], float], seconds: float, asks: bool) -> Hello | str:
    link = HostLink()
    if asks:
        link.call()
    heard = 0
    until = clock() + seconds
    while clock() < until:
        port.wait(min(0.05, seconds))
        data = port.read()
        heard += len(data)
        for kind, *fields in link.receive(data):
            if kind == hostlink.HELLO:
                hello = Hello.of(fields)
                return version_problem(hello) or hello
        # the rest is requested with the next frame
        port.write(link.tick(int(clock() * 1000))[0])
    return no_board(port.name, heard)


def no_board(address: str, heard: int) -> str:
    """Return a sentence that the port has no board; it depends on the number of received bytes."""
    what = _("nothing came from it") if heard == 0 else _("what it sends is not what a board sends")
    return _(
        "There is no board on the port %(address)s (%(what)s): choose another port, or reset the board.",
        address=address, what=what,
    )
