"""The simulated hall: boards made of virtual chips, running the real firmware in virtual time.

Nothing above the wire is imitated: the firmware's ``code.py`` runs on stand-ins for the CircuitPython
modules, its display driver uses I2C with a modelled SSD1306, its journal a modelled FRAM, and the host
gets the bytes that a USB cable would carry.
"""

from tablesim.board import VirtualBoard
from tablesim.faults import FaultPlan
from tablesim.timeline import Timeline
from tablesim.usb import HostPort, TransportLost

__all__ = ["FaultPlan", "HostPort", "Timeline", "TransportLost", "VirtualBoard"]
