// What the image's symbols let us see of CircuitPython's memory: collections, failed allocations, the heap.
// Symbols are addresses: gc_collect, m_malloc_fail (functions) and mp_state_ctx.

const RAM = 0x20000000;
const RAM_BYTES = 264 * 1024;
const BLOCK = 16;
/** A byte of the allocation table holds four blocks, two bits each; 0 is free. */
const BLOCKS_A_BYTE = 4;
/** An area of the heap begins so: pointer to the next area, allocation table, its length in bytes. */
const TABLE = 4, LENGTH = 8; // prettier-ignore
/** Between them and the pool's start and end lie the tables that the build has (finalisers, marks). */
const POOL_PLACES = [12, 16, 20];
const CONTEXT_BYTES = 2048;
const MOST_AREAS = 16;

export class Probes {
  constructor(symbols, note) {
    this.symbols = symbols;
    this.note = note;
    this.collections = 0;
    this.area = 0;
  }

  begin(machine) {
    this.machine = machine;
    this.ends = null;
    this.began = 0;
  }

  /** Called before every instruction; kept short. */
  look(core) {
    const pc = core.registers[15];
    if (pc === this.ends) {
      this.ends = null;
      this.collections++;
      this.note("gc", Number((this.machine.ms - this.began).toFixed(4)), ...this.#numbers());
    } else if (pc === this.symbols.gc_collect && this.ends === null) {
      this.began = this.machine.ms;
      this.note("gc-begins", ...this.#numbers());
      this.ends = core.LR & ~1;
    } else if (pc === this.symbols.m_malloc_fail) {
      this.note("malloc-fail", core.registers[0]);
    }
  }

  /** The heap as its tables say: bytes in all, free, and in the largest free piece; null before there is one. */
  heap() {
    const first = this.area || (this.area = this.#findArea());
    if (!first) return null;
    const found = { total: 0, free: 0, largest: 0 };
    for (let area = first, count = 0; area && count < MOST_AREAS; area = this.#word(area), count++) {
      this.#add(found, this.#word(area + TABLE), this.#word(area + LENGTH));
    }
    return found;
  }

  #numbers() {
    return Object.values(this.heap() ?? {});
  }

  #add(found, table, length) {
    let run = 0;
    for (let place = 0; place < length; place++) {
      const byte = this.machine.mcu.sram[table - RAM + place];
      for (let shift = 0; shift < 2 * BLOCKS_A_BYTE; shift += 2) {
        run = (byte >> shift) & 3 ? 0 : run + BLOCK;
        if (run) found.free += BLOCK;
        found.largest = Math.max(found.largest, run);
      }
    }
    found.total += length * BLOCKS_A_BYTE * BLOCK;
  }

  /** The first area lies within mp_state_ctx; it is known by a pool that is as long as its table says. */
  #findArea() {
    const context = this.symbols.mp_state_ctx;
    for (let area = context; context && area < context + CONTEXT_BYTES; area += 4) {
      const bytes = this.#word(area + LENGTH) * BLOCKS_A_BYTE * BLOCK;
      if (!this.#inRam(this.#word(area + TABLE)) || bytes < 1024) continue;
      for (const place of POOL_PLACES) {
        const [start, end] = [this.#word(area + place), this.#word(area + place + 4)];
        if (this.#inRam(start) && this.#inRam(end - 1) && end - start === bytes) return area;
      }
    }
    return 0;
  }

  #word(address) {
    return this.#inRam(address) ? this.machine.mcu.sramView.getUint32(address - RAM, true) : 0;
  }

  #inRam(address) {
    return address >= RAM && address < RAM + RAM_BYTES;
  }
}
