// The flash chip as the boot ROM's routines speak to it: through the SSI and the chip select in IO_QSPI.
import assert from "node:assert/strict";
import { test } from "node:test";
import { board, idle } from "./bench.mjs";

const DR0 = 0x18000060;
const SS_CTRL = 0x4001800c;

/** One command: what is sent while the chip is selected; returns what came back. */
function command(mcu, ...bytes) {
  mcu.writeUint32(SS_CTRL, 2 << 8);
  const got = bytes.map((byte) => {
    mcu.writeUint32(DR0, byte);
    return mcu.readUint32(DR0);
  });
  mcu.writeUint32(SS_CTRL, 3 << 8);
  return got;
}
const busy = (mcu) => command(mcu, 0x05, 0)[1];

test("a sector is erased and a page programmed, only after each was allowed", () => {
  const table = idle();
  const { mcu } = table.machine;
  table.flash.fill(0x11, 0x1000, 0x3000);
  command(mcu, 0x20, 0x00, 0x10, 0x00);
  assert.equal(table.flash[0x1000], 0x11);
  command(mcu, 0x06);
  command(mcu, 0x20, 0x00, 0x10, 0x00);
  assert.deepEqual([0x0fff, 0x1000, 0x1fff, 0x2000].map((at) => table.flash[at]), [0xff, 0xff, 0xff, 0x11]);
  assert.equal(busy(mcu), 1);
  table.runUntil(table.ms + 45);
  assert.equal(busy(mcu), 0);
  command(mcu, 0x02, 0x00, 0x10, 0x00, 0x55);
  assert.equal(table.flash[0x1000], 0xff);
  command(mcu, 0x06);
  command(mcu, 0x02, 0x00, 0x10, 0xfe, 0x0f, 0x33, 0x44);
  // bits only fall; a page goes round
  assert.deepEqual([0x10fe, 0x10ff, 0x1000, 0x1100].map((at) => table.flash[at]), [0x0f, 0x33, 0x44, 0xff]);
  command(mcu, 0x06);
  command(mcu, 0x02, 0x00, 0x10, 0xfe, 0xf0);
  assert.equal(table.flash[0x10fe], 0);
  assert.deepEqual(table.events.map((one) => one.slice(1)), [["flash", "erase", 0x1000, 4096], ["flash", "program", 0x10fe, 3], ["flash", "program", 0x10fe, 1]]); // prettier-ignore
});

test("what is programmed is what the processor reads, and it stays without power", () => {
  const table = idle();
  command(table.machine.mcu, 0x06);
  command(table.machine.mcu, 0x02, 0x10, 0x00, 0x00, 1, 2, 3, 4);
  assert.equal(table.machine.mcu.readUint32(0x10100000), 0x04030201);
  table.powerOff();
  table.powerOn();
  assert.equal(table.machine.mcu.readUint32(0x10100000), 0x04030201);
  assert.equal(table.machine.mcu.core.readUint16(0x10100002), 0x0403);
});

test("the unique id is the board's", () => {
  const { mcu } = idle().machine;
  assert.deepEqual(command(mcu, 0x4b, 0, 0, 0, 0, ...new Array(8).fill(0)).slice(5), board.uid);
  assert.deepEqual(command(mcu, 0x9f, 0, 0, 0).slice(1), [0xef, 0x40, 0x15]);
});

test("the cache: a line is 8 bytes, a set has two, the older goes", () => {
  const table = idle({ missCycles: 62 });
  const { core } = table.machine.mcu;
  const { cache } = table.machine;
  const misses = (address) => {
    const before = cache.misses;
    core.readUint32(address);
    return cache.misses - before;
  };
  const [first, second, third] = [0x10004000, 0x10006000, 0x10008000]; // the same set
  assert.deepEqual([first, first + 4, first + 8].map(misses), [1, 0, 1]);
  assert.deepEqual([second, first, third, first, second].map(misses), [1, 0, 1, 0, 1]);
  assert.equal(misses(0x20000000), 0);
  assert.equal(cache.takePenalty(), cache.misses * 62);
  assert.equal(cache.takePenalty(), 0);
});
