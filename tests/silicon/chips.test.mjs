// Display and memory on the emulated I2C block, by its registers.
import assert from "node:assert/strict";
import { test } from "node:test";
import { I2c, board, idle } from "./bench.mjs";

const window = (columns, pages) => [0x00, 0x20, 0, 0x21, ...columns, 0x22, ...pages];

test("data fills the window of the display, row of columns by row, and nothing else", () => {
  const table = idle();
  const bus = new I2c(table);
  const before = table.oled.ram.slice();
  bus.write(board.display, window([10, 12], [2, 3]));
  bus.write(board.display, [0x40, 1, 2, 3, 4, 5, 6, 7]);
  const expected = before;
  // seven bytes in a window of six: the seventh is at its beginning again
  for (const [place, byte] of [[266, 7], [267, 2], [268, 3], [394, 4], [395, 5], [396, 6]]) expected[place] = byte; // prettier-ignore
  assert.deepEqual(table.oled.ram, expected);
});

test("commands may come one byte a transfer, with a control byte each or as a run", () => {
  const table = idle();
  const bus = new I2c(table);
  for (const byte of [0x20, 0, 0x21, 5, 5, 0x22, 7, 7, 0xaf]) bus.write(board.display, [0x80, byte]);
  bus.write(board.display, [0x80, 0xae, 0x40, 0x99]);
  assert.equal(table.oled.ram[7 * 128 + 5], 0x99);
  assert.equal(table.oled.on, false);
  bus.write(board.display, [0x00, 0xaf]);
  assert.equal(table.oled.on, true);
});

test("vertical and page addressing move as the data sheet says", () => {
  const table = idle();
  const bus = new I2c(table);
  bus.write(board.display, [0x00, 0x20, 1, 0x21, 0, 1, 0x22, 6, 7]);
  bus.write(board.display, [0x40, 1, 2, 3, 4]);
  assert.deepEqual([768, 896, 769, 897].map((place) => table.oled.ram[place]), [1, 2, 3, 4]);
  bus.write(board.display, [0x00, 0x20, 2, 0xb3, 0x0f, 0x17]);
  bus.write(board.display, [0x40, 8, 9]);
  assert.deepEqual([3 * 128 + 127, 3 * 128].map((place) => table.oled.ram[place]), [8, 9]);
});

test("the memory takes and gives bytes in sequence, and wraps at its end", () => {
  const table = idle();
  const bus = new I2c(table);
  assert.equal(bus.write(board.memory, [0x7f, 0xfe, 1, 2, 3]), 5);
  assert.deepEqual([...table.fram.memory.slice(-2), table.fram.memory[0]], [1, 2, 3]);
  assert.deepEqual(bus.read(board.memory, [0x7f, 0xff], 3), [2, 3, 0]);
  // the top bit of the address is ignored
  assert.deepEqual(bus.read(board.memory, [0xff, 0xfe], 1), [1]);
});

test("nobody answers at an unknown address, nor a chip that is taken away", () => {
  const table = idle();
  const bus = new I2c(table);
  assert.equal(bus.write(0x51, [0]), -1);
  assert.equal(bus.write(board.memory, [0, 0, 7]), 3);
  table.fram.present = false;
  assert.equal(bus.write(board.memory, [0, 0, 8]), -1);
  table.fram.present = true;
  assert.deepEqual(bus.read(board.memory, [0, 0], 1), [7]);
});

test("a byte takes nine bits of the block's own clock", () => {
  const table = idle();
  const bus = new I2c(table);
  bus.write(board.memory, [0, 0, ...new Array(24).fill(5)]);
  const [, , , took, written] = table.events.find(([, word]) => word === "i2c");
  assert.equal(written, 26);
  // 27 bytes at 400 kHz, the address among them; the test's own polling is in it
  assert.ok(took > 27 * 0.0224 && took < 27 * 0.0224 + 26 * 0.006, `${took} ms`);
});

test("the power goes after a byte: that one is stored, the next is not", () => {
  const table = idle();
  table.fram.left = 3;
  new I2c(table).write(board.memory, [0x10, 0x00, 1, 2, 3, 4, 5]);
  assert.equal(table.machine, null);
  assert.deepEqual([...table.fram.memory.slice(0x1000, 0x1005)], [1, 2, 3, 0, 0]);
  assert.equal(table.oled.on, false);
  table.powerOn();
  assert.deepEqual(new I2c(table).read(board.memory, [0x10, 0x00], 4), [1, 2, 3, 0]);
});
