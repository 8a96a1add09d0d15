// What rp2040js 1.4.1 does otherwise than the chip, mended on one machine at run time. Each of these gave a
// finding that was none: a board that hangs, a bus that is taken for used, a time-out of a second.
import { RPI2C } from "./package.mjs";

const WFE = 0xbf20;
/** RESETS: the register, and the bits of the two I2C blocks in it. */
const RESET = 0x0;
const I2C_BITS = [1 << 3, 1 << 4];
/** Bit of IC_RAW_INTR_STAT: the transmit FIFO is at or below its threshold. */
export const TX_EMPTY = 1 << 4;

/** Mends everything; called once for each new machine. */
export function mend(mcu) {
  wakeOnPending(mcu.core);
  forgetOnReset(mcu);
  for (const block of mcu.i2c) emptyOnAbort(block);
  biteOnce(mcu.peripherals[0x40058]);
}

/**
 * WFE: an interrupt that becomes pending is an event, masked or not, as with SEVONPEND set (rp2040js has no
 * such register and sleeps on). Where a program does not set it, waking early is harmless: WFE is a hint, and
 * every wait around it looks at its condition again.
 */
export function wakeOnPending(core) {
  const setInterrupt = core.setInterrupt.bind(core);
  core.setInterrupt = (irq, value) => {
    const fresh = value && !(core.pendingInterrupts & (1 << irq));
    const inWfe = core.waiting && core.readUint16(core.PC - 2) === WFE;
    setInterrupt(irq, value);
    if (!fresh) return;
    if (inWfe) core.waiting = false;
    else core.eventRegistered = true;
  };
}

/** RESETS: a block held in reset forgets its registers (CircuitPython takes an enabled bus for one in use). */
export function forgetOnReset(mcu) {
  const resets = mcu.peripherals[0x4000c];
  const write = resets.writeUint32.bind(resets);
  resets.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset === RESET) mcu.i2c.forEach((block, number) => value & I2C_BITS[number] && asNew(block));
  };
}

function asNew(block) {
  const fresh = new RPI2C(block.rp2040, block.name, block.irq);
  for (const [name, value] of Object.entries(fresh)) {
    // callbacks and methods are the wiring around the block, which a reset does not change
    if (typeof value !== "function") block[name] = value;
  }
  block.checkInterrupts();
}

/** I2C: an abort (a NACK above all) empties the transmit FIFO and says so; the SDK waits for that bit. */
export function emptyOnAbort(block) {
  const abort = block.abort.bind(block);
  block.abort = (reason) => {
    abort(reason);
    block.setInterrupts(TX_EMPTY);
  };
}

/** Watchdog: after a bite the timer stands still; rp2040js starts it anew and bites again and again. */
export function biteOnce(watchdog) {
  const bite = watchdog.alarm.callback;
  watchdog.alarm.callback = () => {
    watchdog.alarm.enable = false;
    watchdog.timer.enable = false;
    bite();
  };
}
