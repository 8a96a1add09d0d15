"""Dice thrown by the board from random bytes of the hardware: each face has the same number of bytes.

256 is not a multiple of six, so the values 252 to 255 are skipped and another byte is drawn.
No throw depends on the one before it.
"""

from micropython import const

FACES = 6
#: from here on a byte is of no use: 42 of them belong to each face below it
_USELESS = const(252)


def throw(draw):
    """Return 1 to 6, each as likely as the others; `draw` is a function that returns n random bytes."""
    byte = _USELESS
    while byte >= _USELESS:
        byte = draw(1)[0]
    return byte % FACES + 1
