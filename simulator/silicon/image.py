"""The files that a contributor brings: CircuitPython's image (.uf2 or .bin) and the RP2040's boot ROM."""

from __future__ import annotations

import re
import struct
from pathlib import Path

#: start of the flash, and the parts behind CircuitPython in it: its own memory (nvm), then the drive
FLASH = 0x10000000
DRIVE_AT = 0x100000
FIRMWARE_BYTES = DRIVE_AT - 4096

#: a UF2 block: "UF2\n", flags, place, block of blocks, family (github.com/microsoft/uf2)
_BLOCK = 512
_HEAD = struct.Struct("<8I")
_FIRST, _SECOND, _LAST = 0x0A324655, 0x9E5D5157, 0x0AB16F30
_NOT_FOR_FLASH = 0x1
_HAS_FAMILY = 0x2000
_RP2040 = 0xE48BFF56
_PAYLOAD = 476

_ROM_BYTES = 16 * 1024
#: the bytes of the ROM after its vectors (RP2040 data sheet, 2.8.3)
_ROM_MAGIC = b"Mu\x01"
_ROM_MAGIC_AT = 0x10
_LIST = re.compile(r"\[([^\[\]]*)\]")
_NUMBER = re.compile(r"\b(?:0x[0-9a-fA-F]+|\d+)\b")


class ImageError(Exception):
    """A file is not what it should be; the text is a sentence for the person who named it."""


def firmware(path: Path) -> bytes:
    """Return the contents of the flash with the image, from the flash's beginning."""
    data = _read(path)
    content = _unpacked(data, path.name) if data[:4] == _FIRST.to_bytes(4, "little") else data
    if not content or len(content) > FIRMWARE_BYTES:
        raise ImageError(
            f"{path.name} is no CircuitPython for a Pico: {len(content)} bytes, and there is room for "
            f"{FIRMWARE_BYTES}."
        )
    return content


def bootrom(path: Path) -> bytes:
    """Return the boot ROM's 16 KiB: from a .bin, or from a text that lists its 4,096 words."""
    data = _read(path)
    if len(data) != _ROM_BYTES:
        text = data.decode("utf-8", "replace")
        words = [int(word, 0) for word in _NUMBER.findall(max(_LIST.findall(text), key=len, default=""))]
        # a list may leave out the zeros at its end
        if not words or len(words) > _ROM_BYTES // 4 or max(words) > 0xFFFFFFFF:
            raise ImageError(f"{path.name} is no boot ROM: neither 16 KiB nor a list of 4,096 words.")
        data = struct.pack(f"<{len(words)}I", *words).ljust(_ROM_BYTES, b"\0")
    if data[_ROM_MAGIC_AT : _ROM_MAGIC_AT + len(_ROM_MAGIC)] != _ROM_MAGIC:
        raise ImageError(f"{path.name} is not the RP2040's boot ROM: its mark is missing.")
    return data


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        why = (error.strerror or str(error)).lower()
        raise ImageError(f"The file {path} can't be read ({why}).") from error


def _unpacked(data: bytes, name: str) -> bytes:
    content = bytearray()
    if len(data) % _BLOCK:
        raise ImageError(f"{name} is cut off: a .uf2 is a whole number of {_BLOCK}-byte blocks.")
    for start in range(0, len(data), _BLOCK):
        first, second, flags, address, size, _, _, family = _HEAD.unpack_from(data, start)
        last = int.from_bytes(data[start + _BLOCK - 4 : start + _BLOCK], "little")
        if (first, second, last) != (_FIRST, _SECOND, _LAST) or size > _PAYLOAD:
            raise ImageError(f"{name} is damaged: block {start // _BLOCK} is no UF2 block.")
        if flags & _NOT_FOR_FLASH:
            continue
        if flags & _HAS_FAMILY and family != _RP2040:
            raise ImageError(f"{name} is for another processor (family {family:#010x}): take the Pico's.")
        place = address - FLASH
        if not 0 <= place <= FIRMWARE_BYTES - size:
            raise ImageError(f"{name} writes to {address:#010x}, where a Pico's firmware does not lie.")
        # places that no block writes stay erased
        content.extend(b"\xff" * (place + size - len(content)))
        content[place : place + size] = data[start + _HEAD.size : start + _HEAD.size + size]
    return bytes(content)
