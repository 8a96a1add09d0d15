// The computer at the USB port, against a device that lives in the test: it speaks through the controller's
// registers and its DPRAM, as TinyUSB does.
import assert from "node:assert/strict";
import { test } from "node:test";
import { idle } from "./bench.mjs";

const DPRAM = 0x50100000;
const USB = 0x50110000;
const [ADDR_ENDP, MAIN_CTRL, SIE_STATUS, BUFF_STATUS] = [0x00, 0x40, 0x50, 0x58].map((at) => USB + at);
const [BUS_RESET, SETUP] = [1 << 19, 1 << 17];
const [FULL, AVAILABLE] = [1 << 15, 1 << 10];
const EP0_BUFFER = 0x100;

const utf16 = (text) => [...text].flatMap((letter) => [letter.charCodeAt(0), 0]);
const string = (text) => [2 * text.length + 2, 3, ...utf16(text)];
const endpoint = (address, kind) => [7, 5, address, kind, 64, 0, 10];
const serial = (first, control, bulk) => [
  9, 4, first, 0, 1, 2, 2, 0, 0, 5, 0x24, 0, 0x20, 1, ...endpoint(0x80 | control, 3),
  9, 4, first + 1, 0, 2, 10, 0, 0, 0, ...endpoint(bulk, 2), ...endpoint(0x80 | bulk, 2),
]; // prettier-ignore
const interfaces = [...serial(0, 1, 2), 9, 4, 2, 0, 0, 8, 6, 0x50, 0, ...serial(3, 3, 4)];
const size = 9 + interfaces.length;
const DESCRIPTORS = {
  0x100: [18, 1, 0, 2, 0xef, 2, 1, 64, 0x8a, 0x2e, 0x0b, 0, 0, 1, 1, 2, 3, 1],
  0x200: [9, 2, size & 0xff, size >> 8, 5, 1, 0, 0x80, 50, ...interfaces],
  0x301: string("Tablekeeper"),
  0x302: string("Tablekeeper"),
  0x303: string("E66138528350232A"),
};

/** A device with a console and a data channel; it echoes on the data channel, in capitals. */
class Device {
  constructor(table) {
    this.table = table;
    this.mcu = table.machine.mcu;
    this.lines = [];
    this.answer = null;
    for (const [number, buffer] of [[2, 0x200], [4, 0x280]]) {
      // endpoint controls: enabled, an interrupt a buffer, bulk
      for (const out of [0, 4]) this.#put(8 * number + out, 0x80000000 | (1 << 29) | (2 << 26) | (buffer + out * 16)); // prettier-ignore
    }
    this.mcu.writeUint32(MAIN_CTRL, 1);
  }

  /** Lets time pass and serves the controller meanwhile. */
  run(ms) {
    for (const end = this.table.ms + ms; this.table.ms < end; ) {
      this.table.runUntil(this.table.ms + 0.05);
      this.#serve();
    }
  }

  say(number, bytes) {
    const buffer = this.mcu.usbDPRAMView.getUint32(8 * number, true) & 0xffc0;
    this.#send(number, buffer, bytes);
  }

  #serve() {
    const status = this.mcu.readUint32(SIE_STATUS);
    if (status & BUS_RESET) {
      this.mcu.writeUint32(SIE_STATUS, BUS_RESET);
      this.mcu.writeUint32(ADDR_ENDP, 0);
    }
    if (status & SETUP) {
      this.mcu.writeUint32(SIE_STATUS, SETUP);
      this.#obey([...this.mcu.usbDPRAM.slice(0, 8)]);
    }
    const ready = this.mcu.readUint32(BUFF_STATUS);
    this.mcu.writeUint32(BUFF_STATUS, ready);
    if (ready & 1 && this.answer) this.#continue();
    if (ready & (1 << 9)) this.#echo();
  }

  #obey([, request, low, high, index, , lengthLow, lengthHigh]) {
    this.answer = null;
    if (request === 6) {
      this.answer = DESCRIPTORS[low | (high << 8)].slice(0, lengthLow | (lengthHigh << 8));
      this.#continue();
      return;
    }
    if (request === 9) this.#listen();
    if (request === 0x22) this.lines.push([index, low]);
    this.#send(0, EP0_BUFFER, []);
  }

  #continue() {
    const piece = this.answer.splice(0, 64);
    if (!this.answer.length) this.answer = null;
    this.#send(0, EP0_BUFFER, piece);
  }

  #listen() {
    this.#put(0x84 + 8 * 4, AVAILABLE | 64);
  }

  #echo() {
    const control = this.mcu.usbDPRAMView.getUint32(0x84 + 8 * 4, true);
    const bytes = this.mcu.usbDPRAM.slice(0x280 + 64, 0x280 + 64 + (control & 0x3ff));
    this.say(4, Buffer.from(Buffer.from(bytes).toString().toUpperCase()));
    this.#listen();
  }

  #send(number, buffer, bytes) {
    this.mcu.usbDPRAM.set(bytes, buffer);
    this.#put(0x80 + 8 * number, FULL | AVAILABLE | bytes.length);
  }

  #put(offset, value) {
    this.mcu.writeUint32(DPRAM + offset, value >>> 0);
  }
}

function plugged() {
  const table = idle();
  const device = new Device(table);
  device.run(40);
  return { table, device, usb: table.machine.usb };
}

test("the device is enumerated: its names and both its serial channels", () => {
  const { table, usb } = plugged();
  assert.equal(usb.ready, true);
  assert.deepEqual(usb.names, { manufacturer: "Tablekeeper", product: "Tablekeeper", serial: "E66138528350232A" });
  assert.deepEqual(usb.channels.map((one) => [one.control, one.in, one.out]), [[0, 2, 2], [3, 4, 4]]); // prettier-ignore
  assert.ok(table.events.some(([, ...words]) => words.join(" ") === "usb 2 Tablekeeper"));
});

test("DTR is raised for the console alone until somebody opens the data channel", () => {
  const { device, usb } = plugged();
  assert.deepEqual(device.lines, [[0, 3]]);
  usb.open(1, true);
  device.run(1);
  usb.open(1, false);
  device.run(1);
  assert.deepEqual(device.lines, [[0, 3], [3, 3], [3, 0]]);
});

test("bytes go both ways, in packets", () => {
  const { table, device, usb } = plugged();
  const long = "a line that is longer than one packet of 64 bytes, so that it takes two of them\n";
  usb.send(1, Buffer.from(long));
  device.run(2);
  assert.equal(Buffer.from(table.received[1]).toString(), long.toUpperCase());
  device.say(2, Buffer.from("console"));
  device.run(1);
  assert.equal(Buffer.from(table.received[0]).toString(), "console");
  assert.throws(() => usb.send(2, [1]), /no serial channel 2/);
});

test("a device that starts anew is enumerated anew", () => {
  const { table, device, usb } = plugged();
  device.mcu.writeUint32(MAIN_CTRL, 1);
  device.run(15);
  device.run(30);
  assert.equal(usb.ready, true);
  assert.equal(table.events.filter(([, word]) => word === "usb").length, 2);
  // the processor's next life begins without
  table.reset();
  assert.equal(table.machine.usb.ready, false);
});
