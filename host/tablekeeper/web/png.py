"""The board's display as a picture: from the chip's 1024 bytes to a one-bit PNG.

The chip keeps 8 pages of 128 columns; a byte is 8 pixels of one column, lowest bit on top.
"""

from __future__ import annotations

import struct
import zlib

WIDTH, HEIGHT, PAGES = 128, 64, 8
#: lit and dark pixels in the colours of a white-blue OLED
DARK, LIT = (6, 10, 14), (206, 236, 255)

# value of a column byte -> its 8 pixels as ASCII digits, top first
_COLUMN = tuple(f"{value:08b}"[::-1] for value in range(256))


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def screen_png(screen: bytes) -> bytes:
    """Return the PNG file of a 1024-byte screen, one picture element per pixel."""
    if len(screen) != WIDTH * PAGES:
        raise ValueError(f"a screen has {WIDTH * PAGES} bytes, not {len(screen)}")
    lines = bytearray()
    for page in range(PAGES):
        columns = [_COLUMN[value] for value in screen[page * WIDTH : (page + 1) * WIDTH]]
        for row in zip(*columns, strict=True):
            lines += b"\0" + int("".join(row), 2).to_bytes(WIDTH // 8, "big")
    # palette, one bit per pixel; filter 0 on every line
    header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 1, 3, 0, 0, 0)
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            _chunk(b"IHDR", header),
            _chunk(b"PLTE", bytes(DARK + LIT)),
            _chunk(b"IDAT", zlib.compress(bytes(lines), 6)),
            _chunk(b"IEND", b""),
        )
    )
