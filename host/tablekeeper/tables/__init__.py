"""Boards over serial: finding them, talking with them, and bringing their records into the store.

`Hub` is the door for real ports (a thread each); `Connection` is one board without any thread, for
whoever has a loop of their own, such as a virtual hall.
"""

from tablekeeper.tables.connection import Connection, Listener
from tablekeeper.tables.discovery import Port, candidates, probe
from tablekeeper.tables.hello import Hello, Status, version_problem
from tablekeeper.tables.hub import Hub
from tablekeeper.tables.timemap import TimeMap
from tablekeeper.tables.trace import FrameRing
from tablekeeper.tables.transport import PortError, SerialTransport, Transport, TransportLost

__all__ = [
    "Connection",
    "FrameRing",
    "Hello",
    "Hub",
    "Listener",
    "Port",
    "PortError",
    "SerialTransport",
    "Status",
    "TimeMap",
    "Transport",
    "TransportLost",
    "candidates",
    "probe",
    "version_problem",
]
