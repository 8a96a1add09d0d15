// Seat buttons, keypad, lamps, piezo and supply, by the registers of the pins.
import assert from "node:assert/strict";
import { test } from "node:test";
import { board, idle } from "./bench.mjs";

const SIO = 0xd0000000;
const [GPIO_IN, OUT_SET, OUT_CLR, OE_SET, OE_CLR] = [0x04, 0x14, 0x18, 0x24, 0x28].map((at) => SIO + at);
const PULL_UP = 0x48 | 0x02, PULL_DOWN = 0x44 | 0x02; // input enabled, Schmitt trigger; prettier-ignore
const { rows, columns } = board.keypad;

class Pins {
  constructor(mcu) {
    this.mcu = mcu;
  }

  use(pin, pull = PULL_UP) {
    this.mcu.writeUint32(0x40014004 + 8 * pin, 5);
    this.mcu.writeUint32(0x4001c004 + 4 * pin, pull);
    return this;
  }

  drive(pin, high) {
    this.mcu.writeUint32(high ? OUT_SET : OUT_CLR, 1 << pin);
    this.mcu.writeUint32(OE_SET, 1 << pin);
  }

  release(pin) {
    this.mcu.writeUint32(OE_CLR, 1 << pin);
  }

  high(pin) {
    return (this.mcu.readUint32(GPIO_IN) >>> pin) & 1;
  }

  /** The keys that a scan finds as CircuitPython makes it: each row low in turn, columns pulled up. */
  scan() {
    const found = [];
    rows.forEach((row, place) => {
      this.drive(row, false);
      columns.forEach((column, at) => this.high(column) || found.push(board.keypad.keys[place][at]));
      this.release(row);
    });
    return found.join("");
  }
}

function keypad() {
  const table = idle();
  const pins = new Pins(table.machine.mcu);
  for (const pin of [...rows, ...columns]) pins.use(pin);
  return { table, pins };
}

test("each key joins its row and its column, and no other", () => {
  const { table, pins } = keypad();
  assert.equal(pins.scan(), "");
  for (const key of "123456789*0#") {
    table.keys.move(key, true);
    assert.equal(pins.scan(), key);
    table.keys.move(key, false);
    assert.equal(pins.scan(), "");
  }
});

test("two keys are two; three at the corners of a rectangle show the fourth: there are no diodes", () => {
  const { table, pins } = keypad();
  for (const key of "15") table.keys.move(key, true);
  assert.equal(pins.scan(), "15");
  table.keys.move("2", true);
  assert.equal(pins.scan(), "1245");
  table.keys.move("1", false);
  assert.equal(pins.scan(), "25");
});

test("keys stay down while the power goes and comes", () => {
  const { table } = keypad();
  table.keys.move("#", true);
  table.powerOff();
  table.keys.move("*", true);
  table.powerOn();
  const pins = new Pins(table.machine.mcu);
  for (const pin of [...rows, ...columns]) pins.use(pin);
  assert.equal(pins.scan(), "*#");
  assert.throws(() => table.keys.move("A", true), /there is no key A/);
});

test("a seat button draws its pin to ground", () => {
  const table = idle();
  const pins = new Pins(table.machine.mcu);
  board.seats.forEach((pin, seat) => {
    assert.equal(pins.use(pin).high(pin), 1);
    table.keys.move(`s${seat}`, true);
    assert.equal(pins.high(pin), 0);
    table.keys.move(`s${seat}`, false);
    assert.equal(pins.high(pin), 1);
  });
});

test("pulls: up, down, and a driven level against them", () => {
  const pins = new Pins(idle().machine.mcu);
  assert.equal(pins.use(2, PULL_DOWN).high(2), 0);
  assert.equal(pins.use(2, PULL_UP).high(2), 1);
  pins.drive(2, false);
  assert.equal(pins.high(2), 0);
  pins.drive(2, true);
  assert.equal(pins.use(2, PULL_DOWN).high(2), 1);
  pins.release(2);
  assert.equal(pins.high(2), 0);
});

test("the bus has pull-ups: its lines are high against the pins' own pull-downs", () => {
  const pins = new Pins(idle().machine.mcu);
  for (const pin of [board.i2c.sda, board.i2c.scl]) assert.equal(pins.use(pin, PULL_DOWN).high(pin), 1);
});

test("lamps are told when they change", () => {
  const table = idle();
  const pins = new Pins(table.machine.mcu);
  board.lamps.forEach((pin, number) => {
    pins.use(pin);
    pins.drive(pin, true);
    pins.drive(pin, true);
    assert.deepEqual(table.events.pop().slice(1), ["lamp", number, 1]);
    assert.equal(table.events.length, 0);
    pins.drive(pin, false);
    assert.deepEqual(table.events.pop().slice(1), ["lamp", number, 0]);
  });
});

test("the piezo tells frequency and duty of its PWM slice", () => {
  const table = idle();
  const { mcu } = table.machine;
  const slice = 0x40050000 + ((board.piezo >> 1) & 7) * 0x14;
  const channel = board.piezo & 1 ? 0x10000 : 1;
  mcu.writeUint32(slice + 0x04, 125 << 4); // 125 MHz / 125
  mcu.writeUint32(slice + 0x10, 499); // 1 MHz / 500
  mcu.writeUint32(slice + 0x0c, 250 * channel);
  assert.equal(table.events.length, 0);
  mcu.writeUint32(slice, 1);
  assert.deepEqual(table.events.pop().slice(1), ["sound", 2000, 32768]);
  mcu.writeUint32(slice + 0x0c, 0);
  assert.deepEqual(table.events.pop().slice(1, 4), ["sound", 2000, 0]);
  // another slice is another matter
  mcu.writeUint32(0x40050000, 1);
  assert.equal(table.events.length, 0);
});

test("what feeds the board: the cable by a pin, the voltage by the converter", () => {
  const table = idle();
  const pins = new Pins(table.machine.mcu);
  const { usbSense, voltage, divider, reference } = board.power;
  const measured = () => {
    table.machine.mcu.writeUint32(0x4004c000, ((voltage - 26) << 12) | 5); // enabled, once
    table.runUntil(table.ms + 0.01);
    return (table.machine.mcu.readUint32(0x4004c004) * divider * reference) / 4095;
  };
  assert.equal(pins.use(usbSense, PULL_DOWN).high(usbSense), 1);
  table.supply.plug(false);
  assert.equal(pins.high(usbSense), 0);
  for (const millivolts of [4900, 3700, 3100]) {
    table.supply.feed(millivolts);
    assert.ok(Math.abs(measured() - millivolts) < 3, `${measured()} mV`);
  }
  table.supply.feed(3500);
  table.powerOff();
  table.powerOn();
  assert.ok(Math.abs(measured() - 3500) < 3);
});

/** Moves the two wires by hand as CircuitPython's probe does; open drain: low is driven, high let go. */
class Hand {
  constructor(table) {
    this.pins = new Pins(table.machine.mcu);
    const { sda, scl } = board.i2c;
    for (const pin of [sda, scl]) {
      this.pins.use(pin);
      table.machine.mcu.writeUint32(OUT_CLR, 1 << pin);
    }
    this.sda = (high) => (high ? this.pins.release(sda) : this.pins.drive(sda, false));
    this.scl = (high) => (high ? this.pins.release(scl) : this.pins.drive(scl, false));
    this.data = () => this.pins.high(sda);
  }

  clocked(bit) {
    this.sda(bit);
    this.scl(true);
    const read = this.data();
    this.scl(false);
    return read;
  }

  /** Start, address, acknowledge, stop: whether a chip answered. */
  probe(address) {
    this.sda(true);
    this.scl(true);
    this.sda(false);
    this.scl(false);
    for (let bit = 7; bit >= 0; bit--) this.clocked(((address << 1) >> bit) & 1);
    const answered = this.clocked(1) === 0;
    this.sda(false);
    this.scl(true);
    this.sda(true);
    return answered;
  }
}

test("a probe by hand finds the chips that are there", () => {
  const table = idle();
  const hand = new Hand(table);
  const found = [];
  for (let address = 8; address < 0x78; address++) if (hand.probe(address)) found.push(address);
  assert.deepEqual(found, [board.display, board.memory].sort((one, other) => one - other));
  table.oled.present = false;
  assert.equal(hand.probe(board.display), false);
  assert.equal(hand.probe(board.memory), true);
});

test("a chip that owes clocks holds the line until it has had them", () => {
  const table = idle();
  const hand = new Hand(table);
  table.machine.bus.owe(3);
  for (let clock = 0; clock < 3; clock++) {
    assert.equal(hand.data(), 0);
    hand.scl(false);
    hand.scl(true);
  }
  assert.equal(hand.data(), 1);
});
