"""The functions of each pin of the RP2040, and the pins that the Raspberry Pi Pico itself uses.

RP2040 datasheet, 1.4.3 "GPIO Functions" (table 2) and 4.5.2 (PWM slices); Raspberry Pi Pico datasheet, 2.1
"Raspberry Pi Pico pinout" (GP23, 24, 25 and 29 are not on the header).
"""

from __future__ import annotations

#: Pins on the Pico's header.
HEADER = frozenset([*range(23), 26, 27, 28])
#: Pins that the Pico uses itself.
SMPS_MODE, VBUS_SENSE, LED, VSYS_THIRD = 23, 24, 25, 29
ON_THE_PICO = {
    SMPS_MODE: "sets the mode of the Pico's regulator",
    VBUS_SENSE: "senses the USB voltage",
    LED: "drives the Pico's LED",
    VSYS_THIRD: "measures a third of VSYS",
}


def gpio(name: str) -> int:
    """Returns the number of a pin called GP0 to GP29; raises a ValueError for another name."""
    number = int(name.removeprefix("GP")) if name[:2] == "GP" and name[2:].isdecimal() else -1
    if not 0 <= number <= 29 or name != f"GP{number}":
        raise ValueError(f"{name} is no pin of the RP2040.")
    return number


def i2c(pin: int) -> tuple[int, str]:
    """Returns (bus, line) of a pin whose function is I2C."""
    return pin // 2 % 2, "SDA" if pin % 2 == 0 else "SCL"


def pwm_slice(pin: int) -> int:
    """Returns the PWM slice of a pin: pins of one slice share its frequency."""
    return pin // 2 % 8


def analogue(pin: int) -> bool:
    """Returns whether the analogue-digital converter can read the pin."""
    return 26 <= pin <= 29
