"""`os`: entropy, the settings file and the board's name."""

from __future__ import annotations

import tomllib
from collections import namedtuple

from tablesim.vm import Vm

Uname = namedtuple("Uname", ("sysname", "nodename", "release", "version", "machine"))
UNAME = Uname("rp2040", "rp2040", "10.1.4", "10.1.4", "Raspberry Pi Pico with rp2040")


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    source = vm.board.random

    def getenv(key: str, default: object = None) -> object:
        path = vm.firmware.folder / "settings.toml"
        if not path.is_file():
            return default
        return tomllib.loads(path.read_text(encoding="utf-8")).get(key, default)

    def urandom(size: int) -> bytes:
        vm.spend(10 * size)
        return source.randbytes(size)

    return {"getenv": getenv, "sep": "/", "uname": lambda: UNAME, "urandom": urandom}
