"""Dice thrown by the board from random bytes of the hardware: each face has the same number of bytes.

256 is not a multiple of six, so the values 252 to 255 are skipped and another byte is drawn.
No throw depends on the one before it.
"""

from micropython import const

FACES = 6
#: bytes from here on are skipped: each face has 42 of the bytes below it
_USELESS = const(252)


def throw(draw):
    """Return 1 to 6, all equally likely; `draw` is a function that returns n random bytes."""
    byte = _USELESS
    while byte >= _USELESS:
        byte = draw(1)[0]
    return byte % FACES + 1
