"""The wire on the host's side: records packed, framed, cut out of a byte stream and checked again.

All tables of a hall share one host process; a table makes a few records a minute, so these figures
say how many tables the wire alone would let one core serve.
"""

import struct
from binascii import b2a_base64, crc32

from benchmarks.figure import Figure, seconds
from tablecore import frames, records

COUNT = 20_000
JOURNAL = 0x5EED


def run() -> list[Figure]:
    """Measure packing, framing and reading of COUNT records, one a frame."""
    packed = [records.pack(JOURNAL, seq, records.DICE, 0, 3, 1, ms=seq * 250) for seq in range(1, COUNT + 1)]
    stream = b"".join(frames.encode(record) for record in packed)

    def pack() -> None:
        for seq in range(1, COUNT + 1):
            records.pack(JOURNAL, seq, records.DICE, 0, 3, 1, ms=seq * 250)

    def frame() -> None:
        for record in packed:
            frames.encode(record)

    def plain() -> None:
        for record in packed:
            b2a_base64(record + struct.pack("<I", crc32(record)))

    def read(piece: int) -> None:
        reader = frames.Reader()
        whole = 0
        for start in range(0, len(stream), piece):
            for record in reader.receive(stream[start : start + piece]):
                whole += records.is_whole(record, JOURNAL)
        if whole != COUNT:
            raise AssertionError(f"{COUNT} records were sent and {whole} read")

    bare = COUNT / seconds(plain)
    return [
        Figure("packed", COUNT / seconds(pack), "/s", note="with their CRC"),
        Figure("framed", COUNT / seconds(frame), "/s", f"{bare:,.0f} /s base64 and CRC alone"),
        Figure("read", COUNT / seconds(lambda: read(4096)), "/s", note="pieces of 4096 bytes"),
        Figure("read in small pieces", COUNT / seconds(lambda: read(7)), "/s", note="pieces of 7 bytes"),
    ]
