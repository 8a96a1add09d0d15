// The flash chip (2 MiB of a W25Q16) behind the SSI: what the boot ROM's flash routines send, byte by byte.
// Without this nothing is ever erased or programmed, and no unique id is read.
import { BasePeripheral } from "./package.mjs";

/** Commands of the chip. */
const PROGRAM = 0x02, READ = 0x03, STATUS = 0x05, ENABLE = 0x06, ERASE_SECTOR = 0x20, STATUS_2 = 0x35; // prettier-ignore
const UNIQUE_ID = 0x4b, IDENTITY = 0x9f, ERASE_BLOCK = 0xd8; // prettier-ignore
const SIZES = { [ERASE_SECTOR]: 4096, [ERASE_BLOCK]: 65536 };
const JEDEC = [0, 0xef, 0x40, 0x15];
const QUAD_ENABLED = 2;
/** What an erase and a program take, typically (ms). */
const ERASE_MS = 45;
const PROGRAM_MS = 0.7;
const PAGE = 256;
const ADDRESS_MASK = 0xffffff;

/** SSI and IO_QSPI registers; the chip select is overridden by IO_QSPI's GPIO_QSPI_SS_CTRL. */
const DR0 = 0x60, TXFLR = 0x20, RXFLR = 0x24, SS_CTRL = 0x0c; // prettier-ignore
const DRIVE_LOW = 2;
const RX_DEPTH = 16;

export class FlashChip {
  /** `content` outlives the machine; `uid` is 8 bytes. */
  constructor(mcu, content, uid, note) {
    this.clock = mcu.clock;
    this.content = content;
    this.uid = uid;
    this.note = note;
    this.sent = [];
    this.received = [];
    this.selected = this.enabled = false;
    this.busyUntil = 0;
    this.#attach(mcu);
  }

  select(selected) {
    if (this.selected && !selected) this.#execute();
    this.selected = selected;
  }

  #attach(mcu) {
    const ssi = mcu.peripherals[0x18000];
    const read = ssi.readUint32.bind(ssi);
    const write = ssi.writeUint32.bind(ssi);
    ssi.writeUint32 = (offset, value) => (offset === DR0 ? this.exchange(value & 0xff) : write(offset, value));
    ssi.readUint32 = (offset) => {
      if (offset === DR0) return this.received.shift() ?? 0;
      if (offset === TXFLR) return 0;
      return offset === RXFLR ? this.received.length : read(offset);
    };
    mcu.peripherals[0x40018] = new QspiPins(mcu, "IO_QSPI_BASE", (low) => this.select(low));
  }

  /** One byte out, one byte in. */
  exchange(byte) {
    if (this.selected) this.sent.push(byte);
    this.received.push(this.selected ? this.#answer(this.sent.length - 1) : 0);
    if (this.received.length > RX_DEPTH) this.received.shift();
  }

  #address() {
    return (this.sent[1] << 16) | (this.sent[2] << 8) | this.sent[3];
  }

  #answer(place) {
    const command = this.sent[0];
    if (command === STATUS) return this.clock.nanos < this.busyUntil ? 1 : 0;
    if (command === STATUS_2) return QUAD_ENABLED;
    if (command === IDENTITY) return JEDEC[place] ?? 0;
    // four bytes of waiting, then the id
    if (command === UNIQUE_ID) return this.uid[place - 5] ?? 0;
    if (command === READ && place >= 4) return this.content[(this.#address() + place - 4) & ADDRESS_MASK];
    return 0;
  }

  #execute() {
    const [command] = this.sent;
    if (command === ENABLE) this.enabled = true;
    else if (this.enabled && command in SIZES && this.sent.length >= 4) this.#erase(SIZES[command]);
    else if (this.enabled && command === PROGRAM && this.sent.length > 4) this.#program();
    this.sent = [];
  }

  #erase(size) {
    const start = this.#address() & ~(size - 1);
    this.content.fill(0xff, start, start + size);
    this.#busy(ERASE_MS);
    this.note("flash", "erase", start, size);
  }

  #program() {
    const start = this.#address();
    const data = this.sent.slice(4);
    // bits only fall, and a page begins anew at its end
    data.forEach((byte, place) => (this.content[(start & ~(PAGE - 1)) | ((start + place) & (PAGE - 1))] &= byte));
    this.#busy(PROGRAM_MS);
    this.note("flash", "program", start, data.length);
  }

  #busy(ms) {
    this.enabled = false;
    this.busyUntil = this.clock.nanos + ms * 1e6;
  }
}

class QspiPins extends BasePeripheral {
  constructor(mcu, name, select) {
    super(mcu, name);
    this.registers = {};
    this.select = select;
  }

  /** Controls read their reset value (no function), states as high. */
  readUint32(offset) {
    return this.registers[offset] ?? (offset & 4 ? 0x1f : 0xffffffff);
  }

  writeUint32(offset, value) {
    this.registers[offset] = value;
    if (offset === SS_CTRL) this.select(((value >> 8) & 3) === DRIVE_LOW);
  }
}
