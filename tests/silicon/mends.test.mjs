// The gaps of rp2040js that gave false findings: each is seen on the package as it is, and mended on our machine.
import assert from "node:assert/strict";
import { test } from "node:test";
import { board, idle, load, tableWith } from "./bench.mjs";

const { Simulator } = await load("package.mjs");
const TX_EMPTY = 1 << 4;
const TIMER_0 = 0;

/** Both: the package alone, and a machine of ours. */
const plain = () => new Simulator().rp2040;
const mended = () => idle().machine.mcu;

/** Puts a WFE into RAM and goes through it; an interrupt that nobody has enabled comes before or while it waits. */
function waitsAtWfe(mcu, { before }) {
  const { core } = mcu;
  mcu.sramView.setUint16(0, 0xbf20, true);
  mcu.sramView.setUint16(2, 0xbf00, true);
  core.PC = 0x20000000;
  core.eventRegistered = false;
  if (before) core.setInterrupt(TIMER_0, true);
  core.executeInstruction();
  if (!before) core.setInterrupt(TIMER_0, true);
  return core.waiting;
}

for (const before of [true, false]) {
  test(`WFE: a pending interrupt is an event, ${before ? "before" : "during"} the wait`, () => {
    assert.equal(waitsAtWfe(plain(), { before }), true, "the gap is gone: so can the mend");
    assert.equal(waitsAtWfe(mended(), { before }), false);
  });
}

test("an event counts once: the next WFE waits", () => {
  const mcu = mended();
  assert.equal(waitsAtWfe(mcu, { before: true }), false);
  mcu.core.setInterrupt(TIMER_0, true);
  mcu.core.PC = 0x20000000;
  mcu.core.executeInstruction();
  assert.equal(mcu.core.waiting, true);
});

/** Leaves the block enabled and in a transfer, then resets it as the SDK does. */
function enabledAfterReset(mcu) {
  mcu.writeUint32(0x40044004, board.memory);
  mcu.writeUint32(0x4004406c, 1);
  mcu.writeUint32(0x40044010, 0x55);
  mcu.writeUint32(0x4000e000, 1 << 3); // set alias
  mcu.writeUint32(0x4000f000, 1 << 3); // clear alias
  return mcu.readUint32(0x4004406c);
}

test("RESETS: a block that was in reset is disabled and has forgotten its transfer", () => {
  assert.equal(enabledAfterReset(plain()), 1, "the gap is gone: so can the mend");
  const table = idle();
  assert.equal(enabledAfterReset(table.machine.mcu), 0);
  assert.equal(table.machine.mcu.i2c[0].busy, false);
  // the byte that was on the wire does not come back to life
  table.runUntil(table.ms + 1);
  assert.equal(table.machine.mcu.i2c[0].state, 0);
  assert.equal(table.events.filter(([, word]) => word === "i2c").length, 0);
});

test("RESETS: the other block keeps what it was set to", () => {
  const mcu = mended();
  mcu.writeUint32(0x40048000 + 0x6c, 1);
  mcu.writeUint32(0x4000e000, 1 << 3);
  assert.equal(mcu.readUint32(0x40048000 + 0x6c), 1);
});

function afterNack(mcu) {
  mcu.writeUint32(0x40044004, 0x51);
  mcu.writeUint32(0x4004406c, 1);
  mcu.writeUint32(0x40044010, 0x200 | 0x55);
  // what the write itself has shown is read away by sending: only the abort is left
  mcu.i2c[0].intRaw &= ~TX_EMPTY;
  mcu.clock.tick(1e6);
  return mcu.readUint32(0x40044034);
}

test("I2C: a NACK empties the FIFO and raises TX_EMPTY", () => {
  assert.equal(afterNack(plain()) & TX_EMPTY, 0, "the gap is gone: so can the mend");
  const raw = afterNack(mended());
  assert.equal(raw & TX_EMPTY, TX_EMPTY);
  assert.equal(raw & (1 << 6), 1 << 6, "TX_ABRT");
});

/** How often the watchdog bites within 5 ms after it was loaded with 1 ms: 1, or 2 for again and again. */
function bites(mcu) {
  const watchdog = mcu.peripherals[0x40058];
  let count = 0;
  watchdog.onWatchdogTrigger = () => {
    // the package bites without end, in no time: it has to be stopped
    if (++count > 1) throw new Error("again");
  };
  mcu.writeUint32(0x40058004, 2000); // decremented twice a microsecond (erratum RP2040-E1)
  mcu.writeUint32(0x4005a000, 1 << 30);
  try {
    mcu.clock.tick(5e6);
  } catch (error) {
    if (error.message !== "again") throw error;
  }
  return count;
}

test("watchdog: it bites once, and its reason is kept", () => {
  assert.equal(bites(plain()), 2, "the gap is gone: so can the mend");
  const mcu = mended();
  assert.equal(bites(mcu), 1);
  assert.equal(mcu.readUint32(0x40058008), 1);
});

test("a bite restarts the processor; RAM, scratch registers and reason stay, the pins do not", () => {
  const table = tableWith([0xe7fe]);
  table.powerOn();
  const { mcu } = table.machine;
  mcu.sram[1000] = 77;
  mcu.writeUint32(0x40058010, 1234);
  mcu.writeUint32(0x40058004, 2000);
  mcu.writeUint32(0x4005a000, 1 << 30);
  table.runUntil(5);
  const again = table.machine.mcu;
  assert.notEqual(again, mcu);
  assert.equal(again.sram[1000], 77);
  assert.equal(again.readUint32(0x40058010), 1234);
  assert.equal(again.readUint32(0x40058008), 1);
  assert.deepEqual(table.events.filter(([, word]) => word === "power").map((one) => one[3]), ["power-on", "watchdog"]); // prettier-ignore
  // from outside: the watchdog knows nothing of it
  table.reset();
  assert.equal(table.machine.mcu.readUint32(0x40058008), 0);
  assert.equal(table.machine.mcu.readUint32(0x40064008), 0x10000);
});
