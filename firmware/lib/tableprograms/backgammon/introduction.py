"""Introduces a clock during a match: the choices at a table without a host. Loaded only for that menu.

The reserve is the minutes per point times the average of the points that both still need (regulations, "If
the clock is issued in the middle of a game").
"""

from micropython import const

from tabledevice.setups import clocks

#: how many of the ready-made clocks limit the time
_MOST = const(4)


def choices(sheet):
    """Return (line of the menu, method, delay s, precredit, reserve ms of each seat) for every clock."""
    found = []
    for place in range(_MOST):
        method, reserve, delay, precredit, per_point = clocks.CONTROLS[place]
        if per_point:
            if not sheet.length:
                # it is not known how many points are still needed
                continue
            reserve = reserve * (2 * sheet.length - sheet.score[0] - sheet.score[1]) // 2
        seconds = reserve // 1000
        line = "%d %s=%d:%02d" % (len(found) + 1, clocks.CLOCKS[place], seconds // 60, seconds % 60)
        found.append((line, method, delay // 1000, precredit, reserve))
    return found
