"""The display's driver without its drawing.

`adafruit_ssd1306` is a frame buffer that can send itself. For text, lines and pictures it loads Adafruit's
frame buffer, which takes 12 KB of the board's memory. Here `canvas` draws and `oled` sends, so only clearing
is needed. This module is loaded to set a display up, and unloaded after that.
"""

import sys

#: each byte is a column of eight pixels, the lowest bit on top
MONO_VLSB = 0


class FrameBuffer:
    """The base of the driver: a buffer that can be cleared."""

    def __init__(self, buf, width, height, buf_format=MONO_VLSB):
        self._buf = buf

    def fill(self, color):
        """Make all pixels dark (0) or lit."""
        buf = self._buf
        columns = 0xFF if color else 0
        for at in range(len(buf)):
            buf[at] = columns


# The driver is loaded with the frame buffer above; other importers get Adafruit's own.
_others = (sys.modules.pop("framebuf", None), sys.modules.pop("adafruit_ssd1306", None))
sys.modules["framebuf"] = sys.modules[__name__]

from adafruit_ssd1306 import SSD1306_I2C  # noqa: E402  (it imports the module above)

for _name, _other in zip(("framebuf", "adafruit_ssd1306"), _others):
    del sys.modules[_name]
    if _other is not None:
        sys.modules[_name] = _other


def set_up(columns, rows, i2c, address):
    """Set a display up and make it dark, which takes 25 ms; return its device on the bus.

    Raises OSError if the display stops answering, ValueError if nothing answers at the address.
    """
    return SSD1306_I2C(columns, rows, i2c, addr=address).i2c_device
