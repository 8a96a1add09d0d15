"""A small program instead of CircuitPython, in the files that a contributor supplies."""

import json
import struct
import subprocess
from pathlib import Path

from silicon import emulator

HERE = Path(__file__).resolve().parent
FIRST, SECOND, LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
RP2040 = 0xE48BFF56
STACK = 0x20041000
PAGES = 8


def bootrom() -> bytes:
    """Return 16 KiB with a stack pointer and the ROM's mark, without code."""
    return (struct.pack("<IIII", STACK, 0, 0, 0) + b"Mu\x01\x02").ljust(16 * 1024, b"\0")


def uf2(content: bytes, address: int = 0x10000000, family: int = RP2040) -> bytes:
    """Return data as the blocks of a .uf2 file."""
    pieces = [content[at : at + 256].ljust(256, b"\xff") for at in range(0, len(content), 256)]
    blocks = b""
    for number, piece in enumerate(pieces):
        head = (FIRST, SECOND, 0x2000, address + 256 * number, 256, number, len(pieces), family)
        blocks += struct.pack("<8I", *head) + piece.ljust(476, b"\0") + struct.pack("<I", LAST)
    return blocks


def drawing(board: dict, picture: bytes) -> list:
    """Return the transfers that switch the display on and draw a picture."""
    found = [[board["display"], [0x00, 0x20, 0, 0x21, 0, 127, 0x22, 0, 7, 0xAF]]]
    found += [[board["display"], [0x40, *picture[128 * page : 128 * page + 128]]] for page in range(PAGES)]
    return found


def program(package: Path, folder: Path, board: dict, begin: list, press: list) -> Path:
    """Assemble the program (see program.mjs) and return its .uf2 file."""
    task = {"seat": board["seats"][0], "lamp": board["lamps"][0], "begin": begin, "press": press}
    raw = folder / "program.bin"
    subprocess.run(
        ["node", HERE / "program.mjs", json.dumps(task), raw],
        env=emulator.environment(package),
        check=True,
    )
    image = folder / "program.uf2"
    image.write_bytes(uf2(raw.read_bytes()))
    return image
