// The cache in front of the flash: 16 KiB, two ways, lines of 8 bytes, the older of two goes. rp2040js reads the
// flash in no time at all; with this a miss costs, which slows a real program by about 15 %.

const SETS = 1024;
const FLASH_TOP = 0x10;

export class XipCache {
  constructor(mcu, missCycles) {
    this.newer = new Int32Array(SETS).fill(-1);
    this.older = new Int32Array(SETS).fill(-1);
    this.missCycles = missCycles;
    this.misses = 0;
    this.owed = 0;
    for (const name of ["readUint8", "readUint16", "readUint32"]) {
      const read = mcu.core[name].bind(mcu.core);
      mcu.core[name] = (address) => {
        if (address >>> 24 === FLASH_TOP) this.touch(address);
        return read(address);
      };
    }
  }

  touch(address) {
    const line = (address & 0xffffff) >> 3;
    const set = line % SETS;
    if (this.newer[set] === line) return;
    if (this.older[set] !== line) {
      this.misses++;
      this.owed += this.missCycles;
    }
    this.older[set] = this.newer[set];
    this.newer[set] = line;
  }

  /** The cycles that misses have cost since the last call. */
  takePenalty() {
    const cycles = this.owed;
    this.owed = 0;
    return cycles;
  }
}
