// node program.mjs TASK OUT: assembles a small program for the emulated processor, in the place of CircuitPython.
// It draws a picture over I2C; at each press of a seat's button it switches a lamp and makes some more transfers.
// TASK is JSON: seat, lamp (pins), begin and press (lists of transfers [address, [bytes]], at most 255 bytes each).
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const thumb = await import(
  pathToFileURL(path.join(process.env.RP2040JS, "dist", "esm", "utils", "assembler.js"))
);
const task = JSON.parse(process.argv[2]);
const [EQ, NE] = [0, 1];
const I2C0 = 0x40044000, SIO = 0xd0000000; // prettier-ignore
const [TAR, DATA_CMD, FAST_HIGH, FAST_LOW, RAW_INTR_STAT, CLR_STOP_DET, ENABLE] = [4, 0x10, 0x1c, 0x20, 0x34, 0x60, 0x6c]; // prettier-ignore
const [GPIO_IN, OUT_XOR, OE_SET] = [4, 0x1c, 0x24];
const TIMER = 0x40054000;
const [ALARM0, TIMERAWL, TIMER_INTR, TIMER_INTE] = [0x10, 0x28, 0x34, 0x38];
const WFE = 0xbf20;
const control = (pin) => 0x40014004 + 8 * pin;
const pad = (pin) => 0x4001c004 + 4 * pin;
const ORIGIN = 0x10000000;

const words = [];
const labels = {};
const jumps = [];
const literals = [];
const emit = (...codes) => words.push(...codes);
const label = (name) => (labels[name] = 2 * words.length);
const jump = (name, encode) => {
  jumps.push([words.length, name, encode]);
  emit(0);
};
// the package's own encoding of a conditional branch backwards spoils the condition
const branchIf = (condition, name) => jump(name, (by) => [0xd000 | (condition << 8) | ((by >> 1) & 0xff)]);
const branch = (name) => jump(name, (by) => [thumb.opcodeBT2(by)]);
const call = (name) => {
  jump(name, (by) => {
    const code = thumb.opcodeBL(by);
    return [code & 0xffff, code >>> 16];
  });
  emit(0);
};
/** Loads a constant, or an address by the name of its label. */
const load = (register, value) => {
  literals.push([words.length, register, value]);
  emit(0);
};
const store = (register, base, offset) => emit(thumb.opcodeSTR(register, base, offset));
const fetch = (register, base, offset) => emit(thumb.opcodeLDRimm(register, base, offset));
const set = (register, value) => emit(thumb.opcodeMOVS(register, value));
const put = (address, value) => {
  load(1, address);
  load(0, value);
  store(0, 1, 0);
};

// r7: the I2C block, r4: the next transfer
load(7, I2C0);
put(I2C0 + FAST_HIGH, 312 - 187); // 400 kHz of 125 MHz
put(I2C0 + FAST_LOW, 187);
for (const pin of [task.seat, task.lamp]) put(control(pin), 5); // SIO
put(pad(task.seat), 0x4a); // input, pulled up
put(SIO + OE_SET, 1 << task.lamp);
load(4, "begin");
call("transfers");
label("loop");
load(1, SIO);
load(2, 1 << task.seat);
label("released");
call("rest");
fetch(0, 1, GPIO_IN);
emit(thumb.opcodeTST(0, 2));
branchIf(NE, "released");
load(0, 1 << task.lamp);
store(0, 1, OUT_XOR);
load(4, "press");
call("transfers");
load(1, SIO);
load(2, 1 << task.seat);
label("pressed");
call("rest");
fetch(0, 1, GPIO_IN);
emit(thumb.opcodeTST(0, 2));
branchIf(EQ, "pressed");
branch("loop");

// 200 us asleep, as CircuitPython sleeps between two looks: an alarm that no interrupt is enabled for ends WFE
label("rest");
load(3, TIMER);
fetch(0, 3, TIMERAWL);
emit(thumb.opcodeADDS2(0, 200));
store(0, 3, ALARM0);
set(0, 1);
store(0, 3, TIMER_INTE);
emit(WFE);
store(0, 3, TIMER_INTR);
emit(thumb.opcodeBX(14));

label("transfers");
emit(thumb.opcodePUSH(true, 0));
label("transfer");
emit(thumb.opcodeLDRB(6, 4, 0), thumb.opcodeLDRB(5, 4, 1), thumb.opcodeADDS2(4, 2), thumb.opcodeCMPimm(6, 0));
branchIf(EQ, "done");
set(0, 0);
store(0, 7, ENABLE);
store(6, 7, TAR);
set(0, 1);
store(0, 7, ENABLE);
label("byte");
emit(thumb.opcodeLDRB(0, 4, 0), thumb.opcodeADDS2(4, 1), thumb.opcodeSUBS2(5, 1));
branchIf(NE, "send");
load(3, 1 << 9); // stop after the last
emit(thumb.opcodeORRS(0, 3));
label("send");
store(0, 7, DATA_CMD);
set(3, 1 << 4);
label("sending");
fetch(0, 7, RAW_INTR_STAT);
emit(thumb.opcodeTST(0, 3));
branchIf(EQ, "sending");
emit(thumb.opcodeCMPimm(5, 0));
branchIf(NE, "byte");
load(3, 1 << 9);
label("stopping");
fetch(0, 7, RAW_INTR_STAT);
emit(thumb.opcodeTST(0, 3));
branchIf(EQ, "stopping");
fetch(0, 7, CLR_STOP_DET);
branch("transfer");
label("done");
emit(thumb.opcodePOP(true, 0));

if (words.length % 2) emit(0);
const pool = 2 * words.length;
const data = [];
const tables = {};
for (const name of ["begin", "press"]) {
  tables[name] = ORIGIN + pool + 4 * literals.length + data.length;
  for (const [address, bytes] of task[name]) data.push(address, bytes.length, ...bytes);
  data.push(0, 0);
}
for (const [place, name, encode] of jumps) encode(labels[name] - (2 * place + 4)).forEach((code, at) => (words[place + at] = code)); // prettier-ignore
const out = Buffer.alloc(pool + 4 * literals.length + data.length);
literals.forEach(([place, register, value], number) => {
  const at = pool + 4 * number;
  words[place] = thumb.opcodeLDRlit(register, at - ((2 * place + 4) & ~3));
  out.writeUInt32LE((typeof value === "string" ? tables[value] : value) >>> 0, at);
});
words.forEach((word, place) => out.writeUInt16LE(word, 2 * place));
out.set(data, pool + 4 * literals.length);
fs.writeFileSync(process.argv[3], out);
