"""Frames: one payload per line of text, safe against everything a serial line does.

A frame is base64(payload + CRC-32 of the payload) + newline, at most 250 characters, so that it
fits the board's 256-byte USB buffer in one write. Text between frames is log output: it is returned
separately and never mistaken for a frame. Only whole lines are read, so the result does not depend on
how the bytes were cut into pieces.
"""

import struct
from binascii import a2b_base64, b2a_base64, crc32

from micropython import const

#: The longest line, newline included.
LONGEST_LINE = 250
#: The largest payload: 248 characters of base64 hold 186 bytes, 4 of them the CRC.
LARGEST_PAYLOAD = 182
_RETURN = const(13)


def encode(payload):
    """Return the frame of a payload of 1 to LARGEST_PAYLOAD bytes."""
    if not 1 <= len(payload) <= LARGEST_PAYLOAD:
        raise ValueError("a payload has 1 to %d bytes, not %d" % (LARGEST_PAYLOAD, len(payload)))
    return b2a_base64(payload + struct.pack("<I", crc32(payload) & 0xFFFFFFFF))


def decode(line):
    """Return the payload in one line (without its newline), or None when it is not a whole frame."""
    # base64 of 5 to 186 bytes; the length is checked before anything is decoded
    size = len(line)
    if size < 8 or size > LONGEST_LINE - 1 or size % 4:
        return None
    try:
        data = a2b_base64(line)
    except Exception:
        # a ValueError in C; MicroPython's own library in Python raises a bare Exception
        return None
    # a decoder that skips foreign characters, or ignores bits behind the padding, must not let two
    # different lines mean the same frame
    if len(data) < 5 or b2a_base64(data)[:-1] != line:
        return None
    payload = data[:-4]
    if struct.unpack_from("<I", data, len(payload))[0] != crc32(payload) & 0xFFFFFFFF:
        return None
    return payload


class Reader:
    """Cuts received bytes into lines; collects payloads and counts the lines that were no frames.

    `stray` counts lines that were no frame (log output or damage), `overlong` counts lines that
    never ended in time. The last stray line is kept in `text`; a reader with `strays` also hands
    each of them out among the payloads, as a tuple of one, for a caller that shows log output.
    """

    def __init__(self, strays=False):
        self._strays = strays
        self._line = bytearray()
        self._skipping = False
        self.frames = 0
        self.stray = 0
        self.overlong = 0
        self.text = b""

    def receive(self, data):
        """Take received bytes; return the list of payloads that are complete now."""
        payloads = []
        start = 0
        data = bytes(data)
        while True:
            end = data.find(b"\n", start)
            piece = data[start:] if end < 0 else data[start:end]
            if not self._skipping:
                if len(self._line) + len(piece) > LONGEST_LINE:
                    self._line = bytearray()
                    self._skipping = True
                    self.overlong += 1
                else:
                    self._line += piece
            if end < 0:
                return payloads
            if self._skipping:
                self._skipping = False
            else:
                self._end_of_line(payloads)
            start = end + 1

    def _end_of_line(self, payloads):
        line = bytes(self._line)
        self._line = bytearray()
        if line and line[-1] == _RETURN:
            line = line[:-1]
        if not line:
            return
        payload = decode(line)
        if payload is None:
            self.stray += 1
            self.text = line
            if self._strays:
                payloads.append((line,))
        else:
            self.frames += 1
            payloads.append(payload)

    def reset(self):
        """Forget an unfinished line (the cable was pulled)."""
        self._line = bytearray()
        self._skipping = False
