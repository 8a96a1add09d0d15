"""Pictures of the display: 8 pages of 128 columns, one byte for eight rows, lowest bit on top.

Turned, inverted, read as rows of pixels and written as PNG; no picture library is needed for any of it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable

COLUMNS, ROWS, PAGES = 128, 64, 8
BYTES = COLUMNS * PAGES

_INVERTED = bytes(255 - byte for byte in range(256))
_MIRRORED = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


def invert(picture: bytes) -> bytes:
    """Swap lit and dark."""
    return picture.translate(_INVERTED)


def mirror_columns(picture: bytes) -> bytes:
    """Swap left and right."""
    return b"".join(picture[page * COLUMNS : (page + 1) * COLUMNS][::-1] for page in range(PAGES))


def mirror_rows(picture: bytes) -> bytes:
    """Swap top and bottom."""
    mirrored = picture.translate(_MIRRORED)
    return b"".join(mirrored[page * COLUMNS : (page + 1) * COLUMNS] for page in reversed(range(PAGES)))


def rotate_rows(picture: bytes, shift: int) -> bytes:
    """Make row ``shift`` the top row; rows that leave at the top appear at the bottom."""
    lines = rows(picture)
    shift %= ROWS
    return from_rows(lines[shift:] + lines[:shift])


def rows(picture: bytes) -> list[bytes]:
    """Return the 64 rows, top first; each 128 bytes of 0 (dark) or 1 (lit)."""
    if len(picture) != BYTES:
        raise ValueError(f"A screen is {BYTES} bytes long, not {len(picture)}.")
    lines = []
    for page in range(PAGES):
        strip = picture[page * COLUMNS : (page + 1) * COLUMNS]
        lines += [bytes(byte >> bit & 1 for byte in strip) for bit in range(8)]
    return lines


def from_rows(lines: Iterable[Iterable[int]]) -> bytes:
    """Return the 1,024 bytes of a screen from 64 rows of 128 values (0 is dark)."""
    picture = bytearray(BYTES)
    for y, line in enumerate(lines):
        base = (y >> 3) * COLUMNS
        bit = 1 << (y & 7)
        for x, value in enumerate(line):
            if value:
                picture[base + x] |= bit
    return bytes(picture)


def text(picture: bytes) -> str:
    """Return the picture as lines of ``#`` and ``.``, for the output of a failing test."""
    return "\n".join("".join(".#"[value] for value in line) for line in rows(picture))


def png(picture: bytes, scale: int = 4) -> bytes:
    """Return the picture as a one-bit PNG file, each pixel ``scale`` x ``scale``, lit pixels white."""
    if scale < 1:
        raise ValueError("A picture's scale is 1 or more.")
    width, height = COLUMNS * scale, ROWS * scale
    raw = bytearray()
    for line in rows(picture):
        bits = int("".join(("0" if value == 0 else "1") * scale for value in line), 2)
        packed = b"\x00" + (bits << (-width % 8)).to_bytes((width + 7) // 8, "big")
        raw += packed * scale
    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    chunks = (b"IHDR", header), (b"IDAT", zlib.compress(bytes(raw), 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
