// node main.mjs TASK: an emulated board that obeys a program. One command a line on standard input, a JSON array
// [verb, ...values]; one answer a line, {"is": ...} or {"error": ...}. TASK is a JSON file: board, flash, bootrom (files), and if
// wanted fram (file), symbols, missCycles.
import fs from "node:fs";
import readline from "node:readline";
import { Table } from "./table.mjs";

const task = JSON.parse(fs.readFileSync(process.argv[2], "utf8"));
const words = (file) => {
  const bytes = fs.readFileSync(file);
  return new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
};
const table = new Table({
  ...task,
  board: { ...task.board, uid: [...Buffer.from(task.board.uid, "hex")] },
  flash: fs.readFileSync(task.flash),
  bootrom: words(task.bootrom),
  fram: task.fram ? fs.readFileSync(task.fram) : null,
});

const hex = (bytes) => Buffer.from(bytes).toString("hex");
const chips = { fram: table.fram, oled: table.oled };
const verbs = {
  on: () => table.powerOn(),
  off: () => table.powerOff(),
  reset: () => table.reset(),
  run(ms) {
    table.runUntil(table.ms + ms);
    return table.ms;
  },
  down(key) {
    const heap = table.machine && table.probes?.heap();
    if (heap) table.note("heap", ...Object.values(heap));
    table.keys.move(key, true);
  },
  up: (key) => table.keys.move(key, false),
  picture: () => hex(table.oled.ram),
  fram: () => hex(table.fram.memory),
  flash: (start, size) => hex(table.flash.subarray(start, start + size)),
  events: () => table.events.splice(0),
  state: () => ({
    ms: table.ms,
    powered: table.machine !== null,
    shown: table.oled.on,
    lamps: table.machine?.lamps.lit ?? [],
    written: table.fram.written,
    usb: table.machine?.usb.ready ? table.machine.usb.names : null,
    misses: table.machine?.cache?.misses ?? 0,
    heap: table.machine && table.probes ? table.probes.heap() : null,
  }),
  present: (name, there) => void (chips[name].present = there),
  cut: (bytes) => void (table.fram.left = bytes),
  plug: (usb) => table.supply.plug(usb),
  feed: (millivolts) => table.supply.feed(millivolts),
  open(channel, dtr) {
    if (table.machine) table.machine.usb.open(channel, dtr);
    else table.dtr[channel] = dtr;
  },
  send: (channel, bytes) => table.machine.usb.send(channel, Buffer.from(bytes, "hex")),
  received: (channel) => hex(table.received[channel].splice(0)),
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  let answer;
  try {
    const [verb, ...values] = JSON.parse(line);
    if (!(verb in verbs)) throw new Error(`no command ${verb}`);
    answer = { is: verbs[verb](...values) ?? null };
  } catch (error) {
    answer = { error: error.message };
  }
  process.stdout.write(JSON.stringify(answer) + "\n");
}
