"""`board`: the names of the Pico's pins."""

from __future__ import annotations

from tablesim.vm import Vm

ALIASES = {
    "SMPS_MODE": "GP23",
    "VBUS_SENSE": "GP24",
    "LED": "GP25",
    "A0": "GP26",
    "A1": "GP27",
    "A2": "GP28",
    "VOLTAGE_MONITOR": "GP29",
}


def build(vm: Vm) -> dict[str, object]:
    """Return the module's names."""
    pins = vm.board.wiring.pins
    names: dict[str, object] = {"board_id": "raspberry_pi_pico", **pins}
    names.update({alias: pins[name] for alias, name in ALIASES.items()})
    return names
