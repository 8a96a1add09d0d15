"""Converts hw/board.toml to the wiring of the emulated board: pins as numbers."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

#: a board's unique id (8 bytes), from the flash chip
UID = bytes.fromhex("e66138528350232a")
_PREFIX = "GP"


def read(repository: Path, uid: bytes = UID) -> dict[str, Any]:
    """Return the wiring: I2C addresses, pins, and for the supply the input's divider and reference (mV)."""
    board = tomllib.loads((repository / "hw" / "board.toml").read_text("utf-8"))
    power = board["power"]
    return {
        "i2c": {"sda": _pin(board["i2c"]["sda"]), "scl": _pin(board["i2c"]["scl"])},
        "display": board["display"]["address"],
        "memory": board["memory"]["address"],
        "seats": [_pin(name) for name in board["seats"]["pins"]],
        "lamps": [_pin(name) for name in board["seats"]["lamps"]],
        "keypad": {
            "rows": [_pin(name) for name in board["keypad"]["rows"]],
            "columns": [_pin(name) for name in board["keypad"]["columns"]],
            "keys": board["keypad"]["keys"],
        },
        "piezo": _pin(board["piezo"]["pin"]),
        "power": {
            "usbSense": _pin(power["usb_sense"]),
            "voltage": _pin(power["voltage"]),
            "divider": power["divider"],
            "reference": power["reference"],
        },
        "uid": uid.hex(),
    }


def _pin(name: str) -> int:
    if not name.startswith(_PREFIX):
        raise ValueError(f"hw/board.toml: {name} is no pin of the RP2040")
    return int(name.removeprefix(_PREFIX))
