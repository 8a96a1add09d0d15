// One life of the processor, from power-on or a reset to the next: the emulated RP2040 with everything on its pins.
import { BasePeripheral, ConsoleLogger, LogLevel, Simulator } from "./package.mjs";
import { Bus } from "./bus.mjs";
import { FlashChip } from "./flash.mjs";
import { mend } from "./mends.mjs";
import { Lamps, Piezo } from "./outputs.mjs";
import { UsbHost } from "./usb.mjs";
import { Wires } from "./wires.mjs";
import { XipCache } from "./xip.mjs";

const CYCLE_NS = 8;
const FLASH = 0x10000000;
/** Reset reasons, and what VREG_AND_CHIP_RESET's CHIP_RESET shows for them (HAD_POR, HAD_RUN). */
export const POWER_ON = "power-on", RESET_PIN = "reset-pin", SOFTWARE = "software", WATCHDOG = "watchdog"; // prettier-ignore
const CHIP_RESET = { [POWER_ON]: 0x100, [RESET_PIN]: 0x10000, [SOFTWARE]: 0x100, [WATCHDOG]: 0x100 };
/** WATCHDOG.REASON after a reset that a program asked for. */
const FORCED = 2;

export class Machine {
  /**
   * `table` has what outlives the machine (see table.mjs), `kept` what a reset keeps: the RAM, and the
   * watchdog's reason and scratch registers.
   */
  constructor(table, why, kept) {
    const simulator = new Simulator();
    this.mcu = simulator.rp2040;
    this.clock = simulator.clock;
    this.mcu.logger = new ConsoleLogger(LogLevel.Error, true);
    this.mcu.loadBootrom(table.bootrom);
    this.#useFlash(table.flash);
    mend(this.mcu);
    /** Why the machine has to be left: a reset reason, or "cut" when the power went. */
    this.ended = null;
    this.watchdog = this.mcu.peripherals[0x40058];
    this.#keep(why, kept);
    this.wires = new Wires(this.mcu.gpio);
    const note = (...words) => table.note(...words);
    this.bus = new Bus(this.mcu, this.wires, table.board.i2c, table.chips, note);
    this.flashChip = new FlashChip(this.mcu, table.flash, table.board.uid, note);
    this.lamps = new Lamps(this.mcu, table.board.lamps, note);
    this.piezo = new Piezo(this.mcu, table.board.piezo, note);
    this.usb = new UsbHost(this.mcu, table.dtr, (number, bytes) => table.receive(number, bytes), note);
    this.cache = table.missCycles ? new XipCache(this.mcu, table.missCycles) : null;
    this.probes = table.probes;
    this.probes?.begin(this);
    // the second stage of the boot loader is run where it lies
    this.mcu.core.PC = FLASH;
  }

  get ms() {
    return this.clock.nanos / 1e6;
  }

  /** What the next life gets after a reset without loss of power. */
  get kept() {
    const { reason, scratchData } = this.watchdog;
    return { reason, scratch: scratchData.slice(), sram: this.mcu.sram };
  }

  /** Runs to a moment (ns of this life) or until the machine has to be left. */
  runUntil(end) {
    const { clock, cache, probes } = this;
    const { core } = this.mcu;
    while (clock.nanosCounter < end && !this.ended) {
      if (core.waiting) {
        this.#rest(core, end);
        continue;
      }
      probes?.look(core);
      let cycles = core.executeInstruction();
      if (cache) cycles += cache.takePenalty();
      const then = clock.nanosCounter + cycles * CYCLE_NS;
      // most instructions end before any alarm: then moving the clock is all
      if (clock.nextAlarm !== null && clock.nextAlarm.nanos <= then) clock.tick(cycles * CYCLE_NS);
      else clock.nanosCounter = then;
    }
  }

  /** WFI or WFE: on to the next alarm. An interrupt that is pending already ends the wait at once. */
  #rest(core, end) {
    if (core.checkForInterrupts()) {
      core.waiting = false;
      return;
    }
    const next = this.clock.nextAlarm === null ? Infinity : this.clock.nextAlarm.nanos;
    this.clock.tick(Math.max(1, Math.min(next, end) - this.clock.nanosCounter));
  }

  #useFlash(content) {
    this.mcu.flash = content;
    this.mcu.flash16 = new Uint16Array(content.buffer);
    this.mcu.flashView = new DataView(content.buffer);
    for (const pin of this.mcu.qspi) {
      pin.padValue |= 0x40; // input enabled: the chip select is read as the BOOTSEL button
      pin.setInputValue(true);
    }
  }

  #keep(why, kept) {
    if (kept) {
      this.watchdog.reason = kept.reason;
      this.watchdog.scratchData.set(kept.scratch);
      this.mcu.sram.set(kept.sram);
    }
    this.watchdog.onWatchdogTrigger = () => {
      this.ended = this.watchdog.reason === FORCED ? SOFTWARE : WATCHDOG;
    };
    this.mcu.peripherals[0x40064] = new ChipReset(this.mcu, "VREG_AND_CHIP_RESET_BASE", CHIP_RESET[why]);
  }
}

/** VREG, BOD and CHIP_RESET; the regulator's settings change nothing here. */
class ChipReset extends BasePeripheral {
  constructor(mcu, name, reason) {
    super(mcu, name);
    // VREG: enabled, 1.1 V, regulated; BOD: enabled (reset values of the data sheet, 2.10.6)
    this.registers = [0x10b1, 0x10001, reason];
  }

  readUint32(offset) {
    return this.registers[offset >> 2] ?? 0;
  }

  writeUint32() {}
}
