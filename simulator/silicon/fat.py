"""A FAT12 image of a few files: the drive CIRCUITPY of CircuitPython on a Pico (1 MiB).

Written from Microsoft's FAT specification (1.03), including long names; the same files give the same bytes.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping

SECTOR = 512
SECTORS = 2048
RESERVED = 1
FATS = 2
FAT_SECTORS = 6
ROOT_ENTRIES = 512
ENTRY = 32
LABEL = b"CIRCUITPY  "
_FIRST_DATA = RESERVED + FATS * FAT_SECTORS + ROOT_ENTRIES * ENTRY // SECTOR
_CLUSTERS = SECTORS - _FIRST_DATA
_END_OF_CHAIN = 0xFFF
_MEDIUM = 0xF8
#: 2026-01-01 in FAT's format
_DATE = (2026 - 1980) << 9 | 1 << 5 | 1
_DIRECTORY, _VOLUME, _ARCHIVE, _LONG = 0x10, 0x08, 0x20, 0x0F
_LONG_LETTERS = 13
_SHORT = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'()-@^_`{}~")


class FullError(Exception):
    """The files need more than the drive has."""


def image(files: Mapping[str, bytes]) -> bytes:
    """Return the drive's bytes; paths are relative, with slashes. Raises FullError if they do not fit."""
    return _Drive().filled(files)


class _Drive:
    def __init__(self) -> None:
        self.fat = [0xF00 | _MEDIUM, _END_OF_CHAIN]
        self.data = bytearray()

    def filled(self, files: Mapping[str, bytes]) -> bytes:
        root = self._folder(_tree(files), b"", None)
        if len(root) > ROOT_ENTRIES * ENTRY or len(self.fat) - 2 > _CLUSTERS:
            raise FullError(f"The files need more than the drive's {_CLUSTERS * SECTOR // 1024} KiB.")
        fat = self._packed_fat()
        whole = _boot_sector() + fat * FATS + root.ljust(ROOT_ENTRIES * ENTRY, b"\0") + self.data
        return bytes(whole.ljust(SECTORS * SECTOR, b"\0"))

    def _folder(self, tree: Mapping[str, object], above: bytes, parent: int | None) -> bytes:
        """Store the contents of a folder, and return its entries."""
        entries = bytearray(above)
        if parent is None:
            entries += _entry(LABEL, _VOLUME, 0, 0)
        taken: set[bytes] = set()
        for name, content in tree.items():
            short = _short(name, taken)
            taken.add(short)
            entries += _long_entries(name, short)
            if isinstance(content, bytes):
                entries += _entry(short, _ARCHIVE, self._store(content), len(content))
            else:
                assert isinstance(content, dict)
                entries += _entry(short, _DIRECTORY, self._store_folder(content, parent or 0), 0)
        return bytes(entries)

    def _store_folder(self, tree: Mapping[str, object], parent: int) -> int:
        # a folder's first cluster must be known before its entries: take one now, add more later
        own = len(self.fat)
        self.fat.append(_END_OF_CHAIN)
        self.data += bytes(SECTOR)
        dots = _entry(b".          ", _DIRECTORY, own, 0) + _entry(b"..         ", _DIRECTORY, parent, 0)
        entries = self._folder(tree, dots, own)
        start = (own - 2) * SECTOR
        self.data[start : start + SECTOR] = entries[:SECTOR].ljust(SECTOR, b"\0")
        if len(entries) > SECTOR:
            self.fat[own] = self._store(entries[SECTOR:])
        return own

    def _store(self, content: bytes) -> int:
        """Return the first cluster of a content; an empty one has none."""
        if not content:
            return 0
        first = len(self.fat)
        count = -(-len(content) // SECTOR)
        self.fat += [first + number + 1 for number in range(count - 1)] + [_END_OF_CHAIN]
        self.data += content.ljust(count * SECTOR, b"\0")
        return first

    def _packed_fat(self) -> bytes:
        table = self.fat + [0] * (len(self.fat) % 2)
        packed = bytearray()
        for one, other in zip(table[::2], table[1::2], strict=True):
            packed += bytes((one & 0xFF, one >> 8 | (other & 0xF) << 4, other >> 4))
        return bytes(packed.ljust(FAT_SECTORS * SECTOR, b"\0"))


def _tree(files: Mapping[str, bytes]) -> dict[str, object]:
    tree: dict[str, object] = {}
    for path in sorted(files):
        *folders, name = path.split("/")
        place = tree
        for folder in folders:
            inner = place.setdefault(folder, {})
            assert isinstance(inner, dict), f"{folder} is a file and a folder"
            place = inner
        place[name] = files[path]
    return tree


def _boot_sector() -> bytes:
    parameters = struct.pack(
        "<3s8sHBHBHHBHHHII", b"\xeb\x3c\x90", b"TABLEKPR", SECTOR, 1, RESERVED, FATS, ROOT_ENTRIES, SECTORS,
        _MEDIUM, FAT_SECTORS, 1, 1, 0, 0,
    )  # fmt: skip
    extended = struct.pack("<BBBI11s8s", 0x80, 0, 0x29, 0x54414245, LABEL, b"FAT12   ")
    return (parameters + extended).ljust(SECTOR - 2, b"\0") + b"\x55\xaa"


def _entry(short: bytes, attributes: int, cluster: int, size: int) -> bytes:
    dates = (0, _DATE, _DATE, 0, 0, _DATE)
    return struct.pack("<11sBBBHHHHHHHI", short, attributes, 0, 0, *dates, cluster, size)


def _short(name: str, taken: set[bytes]) -> bytes:
    """Return the 8.3 name; if the name does not fit, a number makes it unique."""
    stem, dot, end = name.upper().rpartition(".")
    if not dot:
        stem, end = end, ""
    letters = bytes(byte for byte in stem.encode("ascii") if byte in _SHORT)
    ending = bytes(byte for byte in end.encode("ascii") if byte in _SHORT)[:3]
    plain = letters.ljust(8) + ending.ljust(3)
    if len(stem) == len(letters) <= 8 and len(end) == len(ending) and plain not in taken:
        return plain
    for number in range(1, 1000):
        tail = b"~%d" % number
        numbered = (letters[: 8 - len(tail)] + tail).ljust(8) + ending.ljust(3)
        if numbered not in taken:
            return numbered
    raise FullError(f"A folder has too many names like {name}.")


def _long_entries(name: str, short: bytes) -> bytes:
    check = 0
    for byte in short:
        check = ((check >> 1) + ((check & 1) << 7) + byte) & 0xFF
    letters = name.encode("utf-16le")
    pieces = [letters[at : at + 2 * _LONG_LETTERS] for at in range(0, len(letters), 2 * _LONG_LETTERS)]
    entries = b""
    for number, piece in enumerate(pieces, 1):
        if len(piece) < 2 * _LONG_LETTERS:
            piece = (piece + b"\0\0").ljust(2 * _LONG_LETTERS, b"\xff")
        order = number | (0x40 if number == len(pieces) else 0)
        # the last piece comes first
        entries = (
            struct.pack("<B10sBBB12sH4s", order, piece[:10], _LONG, 0, check, piece[10:22], 0, piece[22:])
            + entries
        )
    return entries
