// The SSD1306 display controller, 128x64: commands, addressing modes and windows, and the display RAM.

export const COLUMNS = 128;
export const PAGES = 8;
const HORIZONTAL = 0, VERTICAL = 1, PAGE = 2; // prettier-ignore

/** Argument bytes of the commands that have any (data sheet, table 9). */
const ARGUMENTS = {
  0x20: 1, 0x21: 2, 0x22: 2, 0x26: 6, 0x27: 6, 0x29: 5, 0x2a: 5, 0x81: 1, 0x8d: 1, 0xa3: 2, 0xa8: 1,
  0xad: 1, 0xd3: 1, 0xd5: 1, 0xd9: 1, 0xda: 1, 0xdb: 1,
}; // prettier-ignore

export class Ssd1306 {
  constructor(address) {
    this.address = address;
    this.present = true;
    this.powerOn();
  }

  /** Reset values; what lies in the RAM then is noise on a real one, a pattern here. */
  powerOn() {
    this.ram = new Uint8Array(COLUMNS * PAGES).map((_, place) => (place * 37) & 0xff);
    this.on = false;
    this.mode = PAGE;
    this.columns = [0, COLUMNS - 1];
    this.pages = [0, PAGES - 1];
    this.column = this.page = 0;
    this.command = [];
    this.dataBytes = 0;
  }

  start() {
    this.control = null;
  }

  write(byte) {
    if (this.control === null) this.control = byte;
    else {
      if (this.control & 0x40) this.#data(byte);
      else this.#take(byte);
      // Co set: one byte, then the next control byte
      if (this.control & 0x80) this.control = null;
    }
  }

  /** The status byte: bit 6 is set while the display is off. */
  read() {
    return this.on ? 0x03 : 0x43;
  }

  #take(byte) {
    this.command.push(byte);
    const [code, ...values] = this.command;
    if (values.length < (ARGUMENTS[code] ?? 0)) return;
    this.command = [];
    this.#obey(code, values);
  }

  #obey(code, [first, second]) {
    if (code === 0x20) this.mode = first & 3;
    else if (code === 0x21) [this.columns, this.column] = [[first & 0x7f, second & 0x7f], first & 0x7f];
    else if (code === 0x22) [this.pages, this.page] = [[first & 7, second & 7], first & 7];
    else if (code < 0x10) this.column = (this.column & 0x70) | code;
    else if (code < 0x20) this.column = (this.column & 0x0f) | ((code & 7) << 4);
    else if (code >= 0xb0 && code < 0xb8) this.page = code & 7;
    else if (code === 0xae || code === 0xaf) this.on = code === 0xaf;
  }

  #data(byte) {
    this.dataBytes++;
    this.ram[this.page * COLUMNS + this.column] = byte;
    if (this.mode === VERTICAL) {
      if (this.#nextPage()) this.#nextColumn();
    } else if (this.#nextColumn() && this.mode === HORIZONTAL) this.#nextPage();
  }

  /** Moves on within the window; true when it began anew. */
  #nextColumn() {
    const [first, last] = this.mode === PAGE ? [0, COLUMNS - 1] : this.columns;
    const ended = this.column === last;
    this.column = ended ? first : (this.column + 1) % COLUMNS;
    return ended;
  }

  #nextPage() {
    const [first, last] = this.pages;
    const ended = this.page === last;
    this.page = ended ? first : (this.page + 1) % PAGES;
    return ended;
  }
}
