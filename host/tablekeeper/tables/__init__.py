"""Boards over serial: finds them, talks to them, and stores their records.

`Hub` serves all real ports (one thread each). `Connection` is one board without a thread, for callers with
their own loop, such as a virtual hall.
"""

from tablekeeper.tables.connection import Connection
from tablekeeper.tables.discovery import Port, candidates, probe
from tablekeeper.tables.hello import Hello, Status, version_problem
from tablekeeper.tables.hub import Hub
from tablekeeper.tables.listener import Listener
from tablekeeper.tables.notice import Notice
from tablekeeper.tables.timemap import TimeMap
from tablekeeper.tables.trace import FrameRing
from tablekeeper.tables.transport import PortError, SerialTransport, Transport, TransportLost

__all__ = [
    "Connection",
    "FrameRing",
    "Hello",
    "Hub",
    "Listener",
    "Notice",
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
