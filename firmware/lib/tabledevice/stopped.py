"""The screen of a board that stopped after repeated failures: what to do."""

from tabledevice.canvas import Canvas
from tabledevice.oled import Oled
from tabledevice.texts import rare


def draw(canvas, line=""):
    """Draw the sentences, and the failure below them."""
    canvas.clear()
    canvas.large_centre(0, rare.STOPPED[0])
    for place in range(1, len(rare.STOPPED)):
        canvas.centre(2 + place, rare.STOPPED[place])
    canvas.centre(7, line)


def give_up(app, text):
    """Say in place of an application that it fails again and again, and what to do; then be silent."""
    draw(app.canvas, last_line(text))
    app.oled.refresh()
    app.oled.show(app.hardware.now())
    if app.hardware.pwm is not None:
        app.hardware.pwm.duty_cycle = 0


def show(i2c, line=""):
    """Draw this where no application has opened the display; without a display nothing happens."""
    oled = Oled(i2c)
    draw(Canvas(oled.buffer), line)
    oled.refresh()
    oled.show(0)


def last_line(text):
    """Return as much of a failure's text as fits the screen."""
    return text.rstrip().split("\n")[-1][:21]
