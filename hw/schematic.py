"""The circuit as code, in SKiDL: block by block, by the names of pins.

It was written independently of the nets in board.toml, so that each checks the other: `python -m hw` compares
the netlist of this circuit with them, pin by pin. Values, footprints and pins of the parts are in board.toml.
Runs only where SKiDL is installed; its result is kept in `hw/tablekeeper.net`, which the tests read.
"""

from __future__ import annotations

import skidl
from skidl import KICAD6, POWER, SKIDL, TEMPLATE, Net, Pin
from skidl import Part as Symbol
from skidl.logger import erc_logger

from hw import netlist
from hw.design import Design, Part

#: The electrical type of pins, for the electrical rules; all others are passive.
KINDS = {
    "Raspberry Pi Pico H (with pin headers)": {
        "GND": "PWRIN", "AGND": "PWRIN", "VSYS": "PWRIN", "VBUS": "PWROUT", "3V3": "PWROUT", "RUN": "INPUT",
        "3V3_EN": "INPUT", "ADC_VREF": "PASSIVE", "GP": "BIDIR",
    },
    "charger for one lithium cell, SOT-23-5": {
        "STAT": "TRISTATE", "VSS": "PWRIN", "VBAT": "PWROUT", "VDD": "PWRIN", "PROG": "INPUT",
    },
    "FRAM breakout, MB85RC256V, 32 KiB, I2C": {
        "VCC": "PWRIN", "GND": "PWRIN", "SDA": "BIDIR", "SCL": "INPUT", "WP": "INPUT", "A": "INPUT",
    },
    'OLED module 2.42", SSD1309, set to I2C': {
        "VCC": "PWRIN", "GND": "PWRIN", "DIN": "BIDIR", "CLK": "INPUT", "CS": "INPUT", "DC": "INPUT",
        "RES": "INPUT",
    },
}  # fmt: skip


class SchematicError(RuntimeError):
    """The faults that SKiDL's electrical rules have found."""


class _Circuit:
    # parts by reference, created when they are first needed, and nets by name

    def __init__(self, design: Design) -> None:
        self.circuit = skidl.Circuit(name="Tablekeeper")
        self.circuit.no_files = True
        self.unused = self.circuit.NC
        self._design = design
        self._symbols: dict[str, Symbol] = {}
        self._nets: dict[str, Net] = {}

    def __getitem__(self, ref: str) -> Symbol:
        if ref not in self._symbols:
            part = self._design.part(ref)
            self._symbols[ref] = _template(part)(
                ref=ref,
                tag=ref,
                circuit=self.circuit,
                value=part.value,
                footprint=part.footprint or "tablekeeper:Off_Board",
            )
        return self._symbols[ref]

    def net(self, name: str) -> Net:
        if name not in self._nets:
            self._nets[name] = Net(name, circuit=self.circuit)
        return self._nets[name]


def build(design: Design) -> str:
    """Builds the circuit, checks it by the electrical rules and returns its netlist.

    Raises a SchematicError with the findings of the rules: errors and warnings alike.
    """
    made = _Circuit(design)
    for block in (_supply, _bus, _seats, _keypad, _sound, _free):
        block(made)
    made.circuit.ERC()
    errors, warnings = erc_logger.error.count, erc_logger.warning.count
    if errors or warnings:
        raise SchematicError(f"The electrical rules found {errors} errors and {warnings} warnings.")
    return netlist.shortened(made.circuit.generate_netlist(tool=KICAD6))


def _template(part: Part) -> Symbol:
    kinds = KINDS.get(part.what, {})
    pins = []
    for number, name in enumerate(part.pins, 1):
        kind = next(
            (kinds[start] for start in (name, name.rstrip("0123456789")) if start in kinds), "PASSIVE"
        )
        # a name that several pins have (ground) would join all of them
        pins.append(Pin(num=str(number), name=name, func=getattr(Pin.types, kind)))
    return Symbol(
        name=part.what, tool=SKIDL, dest=TEMPLATE, pins=pins, ref_prefix=part.refs[0].rstrip("0123456789")
    )


def _supply(c: _Circuit) -> None:
    ground = c.net("GND")
    ground.drive = POWER
    for number in (3, 8, 13, 18, 23, 28, 38):
        ground += c["U1"][number]
    ground += c["U1"]["AGND"], c["U2"]["VSS"], c["BT1"]["-"], c["J1"]["-"]

    # charging: from USB, never more than the charger's resistor allows
    c.net("VBUS").connect(c["U1"]["VBUS"], c["U2"]["VDD"], c["C1"][1], c["R3"][1])
    ground += c["C1"][2], c["C2"][2], c["R4"][2]
    c.net("CHARGE_SET").connect(c["U2"]["PROG"], c["R4"][1])
    c.net("CHARGE_LED").connect(c["R3"][2], c["D2"]["A"])
    c.net("CHARGE_STATE").connect(c["D2"]["K"], c["U2"]["STAT"])

    # the cell: fuse, then charger and, behind switch and diode, the Pico
    c.net("CELL").connect(c["BT1"]["+"], c["J1"]["+"], c["F1"][1])
    c.net("BATTERY").connect(c["F1"][2], c["U2"]["VBAT"], c["C2"][1], c["J2"][1], c["SW5"][1])
    c.net("SWITCHED").connect(c["J2"][2], c["SW5"][2], c["D1"]["A"])
    c.net("VSYS").connect(c["D1"]["K"], c["U1"]["VSYS"])
    c.net("VSYS").drive = POWER


def _bus(c: _Circuit) -> None:
    supply, ground = c.net("3V3"), c.net("GND")
    supply += c["U1"]["3V3"], c["C3"][1], c["C4"][1]
    ground += c["C3"][2], c["C4"][2]
    for line, gpio, pull_up, protection in (("SDA", "GP4", "R1", "K1"), ("SCL", "GP5", "R2", "K2")):
        at_display = {"SDA": "DIN", "SCL": "CLK"}[line]
        c.net(line).connect(
            c["U1"][gpio], c[pull_up][2], c["U3"][line], c["J3"][at_display], c["DS1"][at_display],
            c["D4"][protection],
        )  # fmt: skip
        supply += c[pull_up][1]
    supply += c["U3"]["VCC"], c["J3"]["VCC"], c["DS1"]["VCC"], c["R5"][1]
    ground += c["U3"]["GND"], c["J3"]["GND"], c["DS1"]["GND"], c["D4"]["A"], c["C5"][2]
    # low: the display uses its bus, with the address 0x3C (SSD1306 datasheet, table 8-1)
    for name in ("CS", "DC"):
        ground += c["J3"][name], c["DS1"][name]
    c.net("DISPLAY_RESET").connect(c["R5"][2], c["C5"][1], c["J3"]["RES"], c["DS1"]["RES"])


def _seats(c: _Circuit) -> None:
    ground = c.net("GND")
    ground += c["D3"]["A"]
    for seat in range(4):
        number = seat + 1
        plug, button, led = c[f"J{4 + seat}"], c[f"SW{number}"], c[f"LED{number}"]
        c.net(f"SEAT{number}").connect(c["U1"][f"GP{6 + seat}"], c[f"R1{number}"][1])
        c.net(f"SEAT{number}_OUT").connect(
            c[f"R1{number}"][2], plug["BUTTON"], button[1], c["D3"][f"K{number}"]
        )
        c.net(f"LAMP{number}").connect(c["U1"][f"GP{10 + seat}"], c[f"R2{number}"][1])
        c.net(f"LAMP{number}_OUT").connect(c[f"R2{number}"][2], plug["LAMP"], led["A"])
        ground += plug["GND_B"], button[2], plug["GND_L"], led["K"]


def _keypad(c: _Circuit) -> None:
    for kind, gpio, resistor, count in (("ROW", 16, "R3", 4), ("COLUMN", 20, "R4", 3)):
        for index in range(count):
            name, ref = f"{kind}{index + 1}", f"{resistor}{index + 1}"
            c.net(name).connect(c["U1"][f"GP{gpio + index}"], c[ref][1])
            c.net(f"{name}_OUT").connect(c[ref][2], c["J8"][name], c["K1"][name])


def _sound(c: _Circuit) -> None:
    c.net("PIEZO").connect(c["U1"]["GP15"], c["R51"][1])
    # R6: a knock on the table makes the piezo generate tens of volts
    c.net("PIEZO_OUT").connect(c["R51"][2], c["LS1"][1], c["R6"][1])
    ground = c.net("GND")
    ground += c["LS1"][2], c["R6"][2]


def _free(c: _Circuit) -> None:
    for gpio in (0, 1, 2, 3, 14, 26, 27, 28):
        c["U1"][f"GP{gpio}"] += c.unused
    for name in ("RUN", "ADC_VREF", "3V3_EN"):
        c["U1"][name] += c.unused
    for name in ("WP", "A0", "A1", "A2"):
        c["U3"][name] += c.unused
    for name in ("K3", "K4"):
        c["D4"][name] += c.unused
