"""The clocks of the menu: six ready-made ones, and a custom one with method, minutes and seconds."""

from tablecore import clock

#: the clocks offered, in the notation of tablekeeper.games.timecontrol
CLOCKS = ("3m/pt b12", "2m/pt d12", "2m/pt b12+", "10m f5", "up", "none")
#: this notation: method, reserve (ms), delay (ms), precredit, per point. A test checks both
#: agree; so the board needs no parser, which would take 4 KB.
CONTROLS = (
    (clock.BRONSTEIN, 180000, 12000, 0, 1), (clock.DELAY, 120000, 12000, 0, 1),
    (clock.BRONSTEIN, 120000, 12000, 1, 1), (clock.FISCHER, 600000, 5000, 0, 0),
    (clock.UP, 0, 0, 0, 0), (clock.NONE, 0, 0, 0, 0),
)  # fmt: skip
#: methods of a custom clock, in the order of words.METHODS, with their precredit and their letter
METHODS = (
    (clock.SUDDEN, 0, ""), (clock.DELAY, 0, "d"), (clock.BRONSTEIN, 0, "b"), (clock.BRONSTEIN, 1, "b"),
    (clock.FISCHER, 0, "f"),
)  # fmt: skip
#: the index in METHODS of the method without seconds
SUDDEN = 0


def own(method, minutes, seconds, points):
    """Return (method, reserve, delay, precredit) of a custom clock: `minutes` for each point.

    No minutes and no seconds are no clock. A clock with seconds alone begins with them: otherwise the first
    move would be lost.
    """
    number, precredit, letter = METHODS[method]
    delay = seconds * 1000 if letter else 0
    if not minutes:
        number = number if delay else clock.NONE
        precredit = 1 if number > clock.DELAY else 0
    return number, minutes * 60000 * points, delay, precredit


def label(method, minutes, seconds, per_point):
    """Return a custom clock in the notation of tablekeeper.games.timecontrol."""
    _, precredit, letter = METHODS[method]
    if not minutes:
        number, _, _, precredit = own(method, 0, seconds, 1)
        if number == clock.NONE:
            return CLOCKS[-1]
    text = "%dm/pt" % minutes if per_point and minutes else "%dm" % minutes
    return text + " " + letter + str(seconds) + ("+" if precredit else "") if letter else text
