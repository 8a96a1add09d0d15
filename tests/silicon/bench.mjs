// For the tests here: a table whose processor runs a program of the test's own (or turns in a circle while the
// test pokes the registers), and the RP2040's I2C block used as the SDK uses it.
import path from "node:path";
import { pathToFileURL } from "node:url";

const silicon = (file) => import(pathToFileURL(path.join(process.env.SILICON, file)));
export const { Table } = await silicon("table.mjs");
export const board = JSON.parse(process.env.BOARD);
board.uid = [...Buffer.from(board.uid, "hex")];

/** An assembler comes with the emulator. */
export const assembler = await import(
  pathToFileURL(path.join(process.env.RP2040JS, "dist", "esm", "utils", "assembler.js"))
);
export const load = silicon;
const RAM_TOP = 0x20041000;

/** Returns a table with a program (16-bit words) at the beginning of its flash; it has no power yet. */
export function tableWith(program, options = {}) {
  const flash = new Uint8Array(program.length * 2 + 1024).fill(0xff);
  program.forEach((word, place) => flash.set([word & 0xff, word >> 8], 2 * place));
  const bootrom = new Uint32Array(4096);
  bootrom[0] = RAM_TOP;
  return new Table({ board: { ...board }, flash, bootrom, ...options });
}

/** Returns a powered table whose processor does nothing. */
export function idle(options) {
  const table = tableWith([0xe7fe], options); // b .
  table.powerOn();
  table.events.length = 0;
  return table;
}

const I2C0 = 0x40044000;
const [DATA_CMD, RAW_INTR_STAT, CLR_TX_ABRT, CLR_STOP_DET, ENABLE, TAR, ABRT_SOURCE] =
  [0x10, 0x34, 0x54, 0x60, 0x6c, 0x04, 0x80].map((offset) => I2C0 + offset); // prettier-ignore
const [STOP_DET, TX_EMPTY] = [1 << 9, 1 << 4];
const [READ, STOP, RESTART] = [1 << 8, 1 << 9, 1 << 10];
/** 400 kHz of 125 MHz, as the SDK divides it. */
const FAST = { [I2C0 + 0x1c]: 312 - 187, [I2C0 + 0x20]: 187 };

/** The I2C block as the SDK's blocking calls use it. */
export class I2c {
  constructor(table) {
    this.table = table;
    this.mcu = table.machine.mcu;
    for (const [register, value] of Object.entries(FAST)) this.mcu.writeUint32(Number(register), value);
  }

  /** Returns how many bytes were sent, or -1 where nobody answered; throws when the block says nothing. */
  write(address, bytes, { stop = true, restart = false } = {}) {
    this.#aim(address);
    for (const [place, byte] of bytes.entries()) {
      const last = place === bytes.length - 1;
      this.mcu.writeUint32(DATA_CMD, byte | (last && stop ? STOP : 0) | (place === 0 && restart ? RESTART : 0));
      this.#until(TX_EMPTY);
      const aborted = this.mcu.readUint32(ABRT_SOURCE);
      if (aborted) this.mcu.readUint32(CLR_TX_ABRT);
      if (aborted || (last && stop)) this.#stopped();
      if (aborted) return -1;
      if (!this.table.machine) return place + 1;
    }
    return bytes.length;
  }

  /** Returns the bytes that a chip sends, after those that are written first (a repeated start between). */
  read(address, first, count) {
    this.write(address, first, { stop: false });
    const found = [];
    for (let place = 0; place < count; place++) {
      const flags = (place === 0 ? RESTART : 0) | (place === count - 1 ? STOP : 0);
      this.mcu.writeUint32(DATA_CMD, READ | flags);
      for (let tries = 0; this.mcu.readUint32(I2C0 + 0x78) === 0; tries++) this.#wait(tries);
      found.push(this.mcu.readUint32(DATA_CMD) & 0xff);
    }
    this.#stopped();
    return found;
  }

  #aim(address) {
    this.mcu.writeUint32(ENABLE, 0);
    this.mcu.writeUint32(TAR, address);
    this.mcu.writeUint32(ENABLE, 1);
  }

  #stopped() {
    this.#until(STOP_DET);
    this.mcu.readUint32(CLR_STOP_DET);
  }

  #until(bit) {
    for (let tries = 0; this.table.machine && !(this.mcu.readUint32(RAW_INTR_STAT) & bit); tries++) this.#wait(tries);
  }

  #wait(tries) {
    if (tries > 1000) throw new Error("the I2C block does not go on");
    this.table.runUntil(this.table.ms + 0.005);
  }
}
