"""Runs in MicroPython with a heap that cannot grow: how much of it compiling a text takes for a moment.

The parser's tree is freed again before it can be counted, so the heap is filled until the compiler fails.
Each attempt is a piece of its own, because garbage is collected only between pieces.
"""

#: ballast comes in pieces that fit into every gap: 496 bytes with an object of 16, and a place in a list
PIECE = 496
TAKEN = 516


class Probe:
    """Looks for the most pieces of ballast beside which a text can still be compiled."""

    def __init__(self, text, most):
        self._text = text
        self.fits = 0
        self._fails = most // TAKEN

    def go(self):
        """Try once; return whether there is more to try."""
        count = (self.fits + self._fails) // 2
        ballast = [None] * count
        try:
            for place in range(count):
                ballast[place] = bytearray(PIECE)
            compile(self._text, "probe", "exec")
        except MemoryError:
            self._fails = count
        else:
            self.fits = count
        return self._fails - self.fits > 1

    def needed(self, nothing):
        """Return the bytes that compiling took, beyond what compiling nothing does beside the same text."""
        return (nothing.fits - self.fits) * TAKEN
