// What people see and hear beside the display: the seats' lamps, and the piezo on a PWM slice.
import { GPIOPinState } from "./package.mjs";

/** Registers of a PWM slice, in bytes from its first (RP2040 data sheet, 4.5.3). */
const CSR = 0x00, DIV = 0x04, CC = 0x0c, TOP = 0x10, SLICE_BYTES = 0x14; // prettier-ignore
const ENABLED = 1;
const PHASE_CORRECT = 2;

/** Notes each change of a lamp; `lit` holds them. */
export class Lamps {
  constructor(mcu, pins, note) {
    this.lit = pins.map(() => 0);
    pins.forEach((pin, number) =>
      mcu.gpio[pin].addListener((value) => {
        const lit = value === GPIOPinState.High ? 1 : 0;
        if (lit === this.lit[number]) return;
        this.lit[number] = lit;
        note("lamp", number, lit);
      }),
    );
  }
}

/** Notes each change of the sound: frequency (Hz) and duty (of 65,535; 0 is silence). */
export class Piezo {
  constructor(mcu, pin, note) {
    this.mcu = mcu;
    this.channel = pin & 1;
    this.first = ((pin >> 1) & 7) * SLICE_BYTES;
    this.note = note;
    this.registers = { [CSR]: 0, [DIV]: 1 << 4, [CC]: 0, [TOP]: 0xffff };
    this.hertz = this.duty = 0;
    const write = mcu.pwm.writeUint32.bind(mcu.pwm);
    mcu.pwm.writeUint32 = (offset, value) => {
      write(offset, value);
      this.#written(offset - this.first, value >>> 0);
    };
  }

  #written(register, value) {
    if (!(register in this.registers)) return;
    this.registers[register] = value;
    const top = this.registers[TOP] & 0xffff;
    const level = (this.registers[CC] >>> (16 * this.channel)) & 0xffff;
    const phases = this.registers[CSR] & PHASE_CORRECT ? 2 : 1;
    const duty = this.registers[CSR] & ENABLED ? Math.min(65535, Math.round((level / (top + 1)) * 65535)) : 0;
    const hertz = Math.round(this.mcu.clkSys / ((this.registers[DIV] || 16) / 16) / (top + 1) / phases);
    if (duty === this.duty && (hertz === this.hertz || duty === 0)) return;
    [this.hertz, this.duty] = [hertz, duty];
    this.note("sound", hertz, duty);
  }
}
