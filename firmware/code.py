"""The board's program: open the hardware, then step and rest for ever; what fails begins anew."""

from tabledevice.app import App
from tabledevice.hardware import Hardware
from tabledevice.rescue import Rescue

hardware = Hardware()
rescue = Rescue(hardware)
app = None
while True:
    try:
        if app is None:
            app = App(hardware)
        app.step()
        hardware.feed()
        hardware.idle(app.until)
    except Exception as error:
        # whatever it was: a table whose clock has stopped for ever is worse
        rescue.bring_back(app, error)
