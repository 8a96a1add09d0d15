"""The board's program: open the hardware, then step and rest for ever."""

from tabledevice.app import App
from tabledevice.hardware import Hardware

hardware = Hardware()
app = App(hardware)
while True:
    app.step()
    hardware.idle(app.until)
