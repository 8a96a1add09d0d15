"""The journal: records kept in FRAM, in the order they happened.

    address  size
    0x0000   2 x 32   header: magic, board uid, journal id, CRC
    0x0040   2 x 16   cell: last sequence the host has acknowledged
    0x0060   2 x 16   cell: last sign of life (ms, sequence of the time base)
    0x0080   2 x 16   cell: boot number
    0x00A0   2 x 16   cell: last sequence that the players gave up
    0x00C0   64       nothing: where the memory is tried
    0x0100   2 x 256  snapshot: sequence, size, sheet, CRC
    0x0300   2 x 160  names of the seats, CRC
    0x0440   2 x 96   presets: the last set-ups made at the table, CRC
    0x0500   24 each  ring: record `seq` lies in place (seq - 1) modulo PLACES
    0x7A00   64 x 24  the last places (`lastplaces`), for when the ring is full

Everything but the ring has two slots, written in turn, each with a counter and a CRC that is seeded
with the journal id, so that a power cut at any byte leaves the older slot intact. A record that
was not written completely has a wrong CRC and does not exist. A record that the host has not acknowledged
and the players have not given up is never overwritten. When the ring is full, or there is no FRAM, records
are kept in RAM; those that decide a game are also written to the last places.
"""

import struct
from binascii import crc32

from micropython import const

from tablecore import records
from tabledevice import lastplaces

MAGIC = b"TKJ3"
_ACKED = const(0x0040)
_ALIVE = const(0x0060)
_BOOTS = const(0x0080)
FREED = 0x00A0
TRIAL = 0x00C0
_SNAPSHOT = const(0x0100)
NAMES = 0x0300
_PRESETS = const(0x0440)
RING = 0x0500
LAST = 32768 - lastplaces.COUNT * records.SIZE
PLACES = (LAST - RING) // records.SIZE
#: with fewer free places than this, dice are no longer recorded
RESERVE = 64
#: records in the RAM ring, and in one piece of it: a board's heap may have no free block of 6 KB
_IN_RAM = const(256)
_PIECE = const(16)
#: most bytes of a name, so that six names fit their block
_LONGEST_NAME = const(24)
_NAMED = const(6)
#: storage states
RAM_ONLY, GOOD, NEARLY_FULL, FULL, FOREIGN, VOLATILE = range(6)


class Journal:
    """Keeps records: sequences `first` to `last` are held; the host has stored those up to `acked`.

    `gone` is the last sequence from `first` on that is known to be lost (0: none).

    `fram` is None if there is none. `draw` is a function that returns n random bytes.
    `failures` counts reads and writes that failed. `refuses` says whether, at the last read, the
    memory did not answer or the record was only in RAM for now. Such a record must not leave the board:
    after a power cut another record would get its number.
    `freed` is the last sequence that the players gave up, `ram_only` counts records since the last `settled`
    that had to be kept in RAM, `lost` those of them that not even RAM could keep.
    """

    def __init__(self, fram, uid, draw):
        self._fram = fram
        self._spare = None
        self._uid = uid
        self._draw = draw
        self.id = 0
        self.first = 1
        self.last = 0
        self.gone = 0
        self.acked = 0
        self.freed = 0
        self.boots = 0
        self.failures = 0
        self.ram_only = 0
        self.lost = 0
        self._last_places = None
        self.refuses = False
        self.kept = 0
        self.foreign = False
        self._record = bytearray(records.SIZE)
        # the record that was appended last
        self._packed = bytearray(records.SIZE)
        self._packed_body = memoryview(self._packed)[: records.SIZE - 4]
        self._cell = bytearray(16)
        self._cell_body = memoryview(self._cell)[:12]
        self._counts = [0, 0, 0, 0, 0, 0, 0]
        self._ram = {}
        self._ram_first = 1
        self._open()

    # --- opening ---

    def _open(self):
        if self._fram is not None:
            try:
                self._read_header()
                if not self.foreign:
                    if not self.id:
                        self.format()
                    else:
                        self._scan()
                    return
            except OSError:
                self.failures += 1
            self._spare = self._fram
            self._fram = None
        self._begin_in_ram()

    def _begin_in_ram(self):
        self.id = self._draw_id()
        self.first = 1
        self.last = 0
        self._ram_first = 1

    def _draw_id(self):
        number = 0
        while not number:
            number = struct.unpack("<I", self._draw(4))[0]
        return number

    def _read_header(self):
        header = bytearray(32)
        for address in (0, 32):
            self._fram.read_into(address, header)
            check = struct.unpack_from("<I", header, 28)[0]
            if header[:4] == MAGIC and check == crc32(header[:28]) & 0xFFFFFFFF:
                self.foreign = bytes(header[4:12]) != self._uid
                self.id = struct.unpack_from("<I", header, 12)[0]
                return

    def format(self):
        """Begin a new, empty journal in the FRAM under a new id; raise OSError if the FRAM fails."""
        fram = self.chip()
        number = self._draw_id()
        header = MAGIC + self._uid + struct.pack("<I", number) + bytes(12)
        header += struct.pack("<I", crc32(header) & 0xFFFFFFFF)
        fram.write(0, header)
        fram.write(32, header)
        back = bytearray(32)
        fram.read_into(32, back)
        if back != header:
            raise OSError(5)
        # not earlier: if the memory fails, the journal must stay as it was
        self._fram = fram
        self.id = number
        self.foreign = False
        self.first = 1
        self.last = 0
        self.gone = 0
        self.acked = 0
        self.freed = 0
        self.boots = 0
        self.kept = 0
        self.ram_only = 0
        self.lost = 0
        self._ram = {}
        self._last_places = lastplaces.LastPlaces(fram, LAST)

    def _scan(self):
        # every place is read, so no stored position is needed: 31 KB at 400 kHz take 0.7 s, once
        block = bytearray(16 * records.SIZE)
        last = 0
        for start in range(0, PLACES, 16):
            self._fram.read_into(RING + start * records.SIZE, block)
            for place in range(min(16, PLACES - start)):
                record = block[place * records.SIZE : (place + 1) * records.SIZE]
                seq = records.sequence(record)
                if not seq or (seq - 1) % PLACES != start + place or not records.is_whole(record, self.id):
                    continue
                if seq > last:
                    last = seq
        self.last = last
        self.kept = last
        self.first = max(1, last - PLACES + 1)
        self.acked = self._read_cell(_ACKED, 0)[0]
        self.boots = self._read_cell(_BOOTS, 2)[0]
        self.freed = self._read_cell(FREED, 6)[0]
        self._last_places = lastplaces.LastPlaces(self._fram, LAST)
        for record in self._last_places.find(self.id, last):
            # the records in between were lost in a power cut
            if records.sequence(record) > self.last + 1:
                self.gone = records.sequence(record) - 1
            self.last = records.sequence(record)
            self._keep_in_ram(self.last, record)
        # the counters of the other slots
        self._read_cell(_ALIVE, 1)
        self._read_block(_SNAPSHOT, 256, 3)
        self._read_block(NAMES, 160, 4)
        self._read_block(_PRESETS, 96, 5)

    # --- records ---

    def storage(self):
        """Return the storage state: RAM_ONLY, GOOD, NEARLY_FULL, FULL or FOREIGN."""
        if self.foreign:
            return FOREIGN
        if self._fram is None:
            return RAM_ONLY
        room = self.room()
        if room <= 0:
            return FULL if self.kept == self.last else VOLATILE
        if self.kept < self.last:
            return RAM_ONLY
        return NEARLY_FULL if room <= 2 * RESERVE else GOOD

    def lasts(self):
        """Return whether there is a memory of this board's own."""
        return self._fram is not None and not self.foreign

    def room(self):
        """Return how many more records fit before one that is not acknowledged would be overwritten."""
        if self._fram is None:
            return _IN_RAM - (self.last - max(self.acked, self._ram_first - 1))
        return PLACES - (self.last - self.spared())

    def spared(self):
        """Return the last sequence whose place may be used again."""
        return self.acked if self.acked > self.freed else self.freed

    def depth(self):
        """Return how many of the latest records are certain to be held."""
        return _IN_RAM - RESERVE if self._fram is None else PLACES - 4 * RESERVE

    def append(self, kind, a, b, c, ms, p, q):
        """Write a record and return its sequence; the record is in memory when this returns."""
        seq = self.last + 1
        record = self._packed
        records.pack_into(record, self._packed_body, self.id, seq, kind, a, b, c, ms, p, q)
        if not self._keep(seq, record):
            self._keep_in_ram(seq, record)
            if records.FLAGS[kind] & records.DECIDING and self._last_places is not None:
                try:
                    self._last_places.keep(seq, record, self.kept)
                except OSError:
                    self.failures += 1
        self.last = seq
        return seq

    def _keep(self, seq, record):
        if self._fram is None or seq - self.spared() > PLACES or self.kept != seq - 1:
            return False
        try:
            self._fram.write(RING + (seq - 1) % PLACES * records.SIZE, record)
            self._fram.read_into(RING + (seq - 1) % PLACES * records.SIZE, self._record)
        except OSError:
            self.failures += 1
            return False
        if self._record != record:
            # the memory accepts bytes but does not keep them
            self.failures += 1
            return False
        self.kept = seq
        if seq - PLACES >= self.first:
            self.first = seq - PLACES + 1
        return True

    def _keep_in_ram(self, seq, record):
        if not self._ram:
            self._ram_first = seq
        piece = seq % _IN_RAM // _PIECE
        if piece not in self._ram:
            self._ram[piece] = bytearray(_PIECE * records.SIZE)
        place = seq % _PIECE * records.SIZE
        self._ram[piece][place : place + records.SIZE] = record
        self.ram_only += 1
        if seq - _IN_RAM > self.kept:
            self.gone = seq - _IN_RAM

    def volatile(self):
        """Return how many records are held only in RAM."""
        return self.last - self.kept

    def settle(self):
        """Move records from RAM into FRAM places that have become free; return how many were moved."""
        moved = 0
        while self.kept < self.last and self._fram is not None:
            seq = self.kept + 1
            record = self.in_ram(seq)
            if record is None and seq - self.spared() <= PLACES:
                # records that are lost in RAM, too, leave a gap; the others follow after it
                self.kept = seq
                self.lost += 1
                if seq > self.gone:
                    self.gone = seq
            elif record is None or not self._keep(seq, record):
                break
            else:
                moved += 1
        if self.kept == self.last and self._fram is not None:
            self._ram = {}
        return moved

    def settled(self):
        """Return (records only in RAM, those of them lost) and start counting again."""
        counts = (self.ram_only, self.lost)
        self.ram_only = 0
        self.lost = 0
        return counts

    def free(self, seq):
        """Free the places of all records up to `seq`, even if no host has stored them."""
        if seq > self.freed:
            self.freed = seq
            self._write_cell(FREED, 6, seq, 0)
            self.settle()

    def in_ram(self, seq):
        """Return a record held in RAM, or None."""
        piece = self._ram.get(seq % _IN_RAM // _PIECE)
        if piece is None:
            return None
        place = seq % _PIECE * records.SIZE
        record = bytes(piece[place : place + records.SIZE])
        return record if records.sequence(record) == seq and records.is_whole(record, self.id) else None

    def read(self, seq):
        """Return the 24 bytes of a record, or None if it is not held or damaged."""
        self.refuses = False
        if seq > self.last or seq < 1:
            return None
        if seq > self.kept or self._fram is None:
            self.refuses = self._fram is not None
            return self.in_ram(seq)
        try:
            self._fram.read_into(RING + (seq - 1) % PLACES * records.SIZE, self._record)
        except OSError:
            self.failures += 1
            self.refuses = True
            return None
        if records.sequence(self._record) != seq or not records.is_whole(self._record, self.id):
            return None
        return bytes(self._record)

    def chip(self):
        """Return the memory's chip, if there is one; another board's memory is not used."""
        return self._spare if self._fram is None else self._fram

    # --- cells ---

    def acknowledge(self, seq):
        """Note that the host has stored everything up to `seq`: these places may be used again."""
        if seq > self.acked:
            self.acked = seq
            self._write_cell(_ACKED, 0, seq, 0)
            if self.kept < self.last:
                self.settle()

    def alive(self, ms, base):
        """Store a sign of life: the board was running at `ms` of the time that began with `base`."""
        self._write_cell(_ALIVE, 1, ms, base)

    def last_alive(self, base):
        """Return the last sign of life in the time that began with record `base`, or None."""
        if self._fram is None:
            return records.NONE
        try:
            ms, of = self._read_cell(_ALIVE, 1)
        except OSError:
            self.failures += 1
            return records.NONE
        return ms if of == base and base else records.NONE

    def count_boot(self):
        """Return the number of this boot."""
        self.boots += 1
        self._write_cell(_BOOTS, 2, self.boots, 0)
        return self.boots

    def _read_cell(self, address, which):
        best = 0
        one = 0
        two = 0
        for slot in (0, 16):
            self._fram.read_into(address + slot, self._cell)
            count, value, other, check = struct.unpack("<IIII", self._cell)
            if count > best and check == crc32(self._cell[:12], self.id) & 0xFFFFFFFF:
                best = count
                one = value
                two = other
        self._counts[which] = best
        return one, two

    def _write_cell(self, address, which, one, two):
        if self._fram is None:
            return
        count = self._counts[which] + 1
        self._counts[which] = count
        # this runs once a second: write in place, so that an idle board makes almost no garbage
        cell = self._cell
        struct.pack_into("<III", cell, 0, count, one, two)
        struct.pack_into("<I", cell, 12, crc32(self._cell_body, self.id))
        try:
            self._fram.write(address + (count & 1) * 16, cell)
        except OSError:
            self.failures += 1

    # --- blocks ---

    def keep_snapshot(self, seq, state):
        """Store a sheet as it was after record `seq`, so that a boot need not fold from the beginning."""
        self._write_block(_SNAPSHOT, 256, 3, state, seq)

    def snapshot(self):
        """Return (seq, state) of the newest snapshot of a record that is held, or (0, b"").

        If the records of the newest one were lost in a power cut, the one before it is returned.
        """
        data = self._read_block(_SNAPSHOT, 256, 3)
        if len(data) < 4:
            return 0, b""
        if struct.unpack_from("<I", data)[0] <= self.last:
            return struct.unpack_from("<I", data)[0], data[4:]
        newest = self._counts[3]
        data = self._read_block(_SNAPSHOT, 256, 3, newest - 1)
        self._counts[3] = newest
        if len(data) < 4 or struct.unpack_from("<I", data)[0] > self.last:
            return 0, b""
        # replace the invalid one: the valid one stays until this one is complete
        self._counts[3] = newest + 1
        self._write_block(_SNAPSHOT, 256, 3, data)
        return struct.unpack_from("<I", data)[0], data[4:]

    def keep_names(self, names):
        """Store the names of the seats; empty ones erase the old names."""
        data = b""
        for name in names:
            while len(name.encode()) > _LONGEST_NAME:
                name = name[:-1]
            data += name.encode() + b"\n"
        # write both slots in their whole length, so that an erased name is gone
        data += bytes(_NAMED * (_LONGEST_NAME + 1) - len(data))
        self._write_block(NAMES, 160, 4, data)
        self._write_block(NAMES, 160, 4, data)

    def names(self):
        """Return the stored names, possibly none."""
        data = self._read_block(NAMES, 160, 4)
        try:
            return data.decode().rstrip("\0").split("\n")[:-1]
        except UnicodeError:
            return []

    def keep_presets(self, data):
        """Store the last set-ups made at the table: at most 86 bytes."""
        self._write_block(_PRESETS, 96, 5, data)

    def presets(self):
        """Return what `keep_presets` stored, or no bytes."""
        return self._read_block(_PRESETS, 96, 5)

    def _write_block(self, address, size, which, data, seq=0):
        # `seq`, unless it is 0, stands before the data. The parts are written one after the other, the CRC
        # last: joining them first would leave their bytes three times as garbage.
        if self._fram is None:
            return
        count = self._counts[which] + 1
        self._counts[which] = count
        cell = self._cell
        head = 10 if seq else 6
        struct.pack_into("<IHI", cell, 0, count, len(data) + head - 6, seq)
        if head + len(data) + 4 > size:
            raise ValueError("a block of %d bytes does not fit" % (head + len(data) + 4))
        check = crc32(data, crc32(self._cell_body[:head], self.id))
        address += (count & 1) * size
        try:
            self._fram.write(address, self._cell_body[:head])
            self._fram.write(address + head, data)
            struct.pack_into("<I", cell, 0, check)
            self._fram.write(address + head + len(data), self._cell_body[:4])
        except OSError:
            self.failures += 1

    def _read_block(self, address, size, which, most=0xFFFFFFFF):
        best = 0
        data = b""
        if self._fram is None:
            return data
        block = bytearray(size)
        for slot in (0, size):
            try:
                self._fram.read_into(address + slot, block)
            except OSError:
                self.failures += 1
                continue
            count, length = struct.unpack_from("<IH", block)
            if length > size - 10 or count <= best or count > most:
                continue
            check = struct.unpack_from("<I", block, 6 + length)[0]
            if check == crc32(block[: 6 + length], self.id) & 0xFFFFFFFF:
                best = count
                data = bytes(block[6 : 6 + length])
        self._counts[which] = best
        return data
