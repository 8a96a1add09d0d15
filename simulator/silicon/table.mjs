// A table with an emulated board: what outlives the processor's lives, its power, and time.
import { FRAM_BYTES, Fram } from "./fram.mjs";
import { Keys } from "./keys.mjs";
import { Machine, POWER_ON, RESET_PIN } from "./machine.mjs";
import { Probes } from "./probes.mjs";
import { Ssd1306 } from "./ssd1306.mjs";
import { Supply } from "./supply.mjs";

const FLASH_BYTES = 16 * 1024 * 1024;
/** Clocks until a chip that was interrupted while it sent a byte lets go of the data line. */
const BYTE_CLOCKS = 9;

export class Table {
  /**
   * `board` is what hw/board.toml says, with pins as numbers, and the `uid`; `flash` the content of the flash
   * from its start, `bootrom` 4,096 words. `symbols` and `missCycles` may be left out.
   */
  constructor({ board, flash, bootrom, fram = null, symbols = null, missCycles = 0, millivolts = 4900 }) {
    this.board = board;
    this.bootrom = bootrom;
    this.missCycles = missCycles;
    this.flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    this.flash.set(flash);
    this.fram = new Fram(board.memory);
    if (fram) this.fram.memory.set(fram.subarray(0, FRAM_BYTES));
    this.fram.cut = () => this.machine && (this.machine.ended = "cut");
    this.oled = new Ssd1306(board.display);
    this.chips = [this.fram, this.oled];
    this.events = [];
    this.keys = new Keys(board, (...words) => this.note(...words));
    this.supply = new Supply(board.power, millivolts);
    this.probes = symbols ? new Probes(symbols, (...words) => this.note(...words)) : null;
    /** DTR of console and data channel, and what each has sent. */
    this.dtr = [true, false];
    this.received = [[], []];
    this.machine = null;
    /** When the present life began, or where time stands without one (ns; whole, so that sums are exact). */
    this.base = 0;
  }

  /** Time since the table was made; it goes on while the power is off. */
  get ns() {
    return this.base + (this.machine ? this.machine.clock.nanos : 0);
  }

  get ms() {
    return this.ns / 1e6;
  }

  note(...words) {
    this.events.push([Number(this.ms.toFixed(4)), ...words]);
  }

  receive(number, bytes) {
    this.note("sent", number, bytes.length);
    this.received[number]?.push(...bytes);
  }

  powerOn() {
    if (this.machine) return;
    this.oled.powerOn();
    this.#begin(POWER_ON);
  }

  powerOff() {
    if (!this.machine) return;
    this.#end();
    this.oled.on = false;
    this.note("power", 0);
  }

  /** Resets the processor from outside; the chips keep their power. */
  reset() {
    if (!this.machine) return;
    // the pin resets the watchdog, too; of a reset by the watchdog its registers tell afterwards
    this.machine.watchdog.reason = 0;
    this.machine.watchdog.scratchData.fill(0);
    this.#restart(RESET_PIN);
  }

  /** Lets time pass; the power may go and the processor restart meanwhile. */
  runUntil(ms) {
    const end = Math.round(ms * 1e6);
    while (this.ns < end) {
      const machine = this.machine;
      if (!machine) this.base = end;
      else {
        machine.runUntil(end - this.base);
        if (machine.ended === "cut") this.powerOff();
        else if (machine.ended) this.#restart(machine.ended);
      }
    }
  }

  #begin(why, kept = null) {
    this.machine = new Machine(this, why, kept);
    this.keys.connect(this.machine.wires);
    this.supply.connect(this.machine);
    this.note("power", 1, why);
  }

  #end() {
    this.base = Math.ceil(this.ns);
    this.machine = null;
    this.keys.connect(null);
    this.supply.connect(null);
  }

  #restart(why) {
    const { kept, bus } = this.machine;
    this.#end();
    this.#begin(why, kept);
    if (bus.sending) this.machine.bus.owe(BYTE_CLOCKS);
  }
}
