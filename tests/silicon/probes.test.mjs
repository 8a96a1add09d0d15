// What symbols let us see: the heap's tables, collections, failed allocations.
import assert from "node:assert/strict";
import { test } from "node:test";
import { assembler, idle, tableWith } from "./bench.mjs";

const FLASH = 0x10000000;
const [CONTEXT, AREA, TABLE, POOL, SECOND, TABLE_2] = [0x1000, 0x1040, 0x2000, 0x4000, 0x9000, 0x9100].map((at) => 0x20000000 + at); // prettier-ignore

/** Two areas of 64 and 32 blocks x 16 bytes: table in bytes of four blocks. */
function heapIn(mcu) {
  const word = (address, value) => mcu.writeUint32(address, value);
  word(AREA, SECOND);
  word(AREA + 4, TABLE);
  word(AREA + 8, 16);
  word(AREA + 12, 0x20003000); // the finalisers' table
  word(AREA + 16, POOL);
  word(AREA + 20, POOL + 16 * 64);
  word(SECOND, 0);
  word(SECOND + 4, TABLE_2);
  word(SECOND + 8, 8);
  // heads (1) and tails (2) of objects; 0 is free
  mcu.sram.set([0b10011001, 0b00000001, 0, 0b01000000], TABLE - 0x20000000);
  mcu.sram.fill(0b01010101, TABLE - 0x20000000 + 4, TABLE - 0x20000000 + 16);
  mcu.sram.set([0b01010101, 0, 0, 0, 0, 0, 0, 0b01010101], TABLE_2 - 0x20000000);
}

test("the heap is read out of its tables, area by area", () => {
  const table = idle({ symbols: { mp_state_ctx: CONTEXT } });
  assert.equal(table.probes.heap(), null);
  heapIn(table.machine.mcu);
  assert.deepEqual(table.probes.heap(), { total: 96 * 16, free: (10 + 24) * 16, largest: 24 * 16 });
});

test("a collection is told with its time and what it leaves, a failed allocation with its size", () => {
  // main: bl gc; bl fail; b . -- gc: r1 = 200; until r1 = 0: r1 -= 1; bx lr -- fail: bx lr
  const calls = [assembler.opcodeBL(12), assembler.opcodeBL(16)].flatMap((code) => [code & 0xffff, code >>> 16]);
  const back = assembler.opcodeBX(14);
  const program = [...calls, 0xe7fe, 0xbf00, 0xbf00, 0xbf00, 0x21c8, 0x3901, 0xd1fd, back, back];
  const symbols = { gc_collect: FLASH + 16, m_malloc_fail: FLASH + 24, mp_state_ctx: CONTEXT };
  const table = tableWith(program, { symbols });
  table.powerOn();
  heapIn(table.machine.mcu);
  table.machine.mcu.core.registers[0] = 512;
  table.runUntil(0.01);
  const told = table.events.filter(([, word]) => word !== "power").map((one) => one.slice(1));
  assert.deepEqual(told[0], ["gc-begins", 1536, 544, 384]);
  assert.equal(told[1][0], "gc");
  assert.ok(told[1][1] > 0.003 && told[1][1] < 0.007, `${told[1][1]} ms`);
  assert.deepEqual(told[1].slice(2), [1536, 544, 384]);
  assert.deepEqual(told[2], ["malloc-fail", 512]);
  assert.equal(told.length, 3);
  assert.equal(table.probes.collections, 1);
});
