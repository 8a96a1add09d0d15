// The MB85RC256V: two address bytes, then sequential bytes that wrap at the end; kept without power.

export const FRAM_BYTES = 32 * 1024;

export class Fram {
  constructor(address) {
    this.address = address;
    this.present = true;
    this.memory = new Uint8Array(FRAM_BYTES);
    this.pointer = 0;
    /** Data bytes until `cut` is called, right after the last of them is stored; 0: never. */
    this.left = 0;
    this.cut = () => {};
    this.written = 0;
  }

  start() {
    this.place = 0;
  }

  write(byte) {
    const place = this.place++;
    // 15 bits of address: the top bit is ignored
    if (place === 0) this.pointer = (this.pointer & 0xff) | ((byte & 0x7f) << 8);
    else if (place === 1) this.pointer = (this.pointer & 0x7f00) | byte;
    else this.#store(byte);
  }

  read() {
    const byte = this.memory[this.pointer];
    this.pointer = (this.pointer + 1) % FRAM_BYTES;
    return byte;
  }

  #store(byte) {
    this.memory[this.pointer] = byte;
    this.pointer = (this.pointer + 1) % FRAM_BYTES;
    this.written++;
    if (this.left && --this.left === 0) this.cut();
  }
}
