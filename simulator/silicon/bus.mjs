// The two-wire bus: the RP2040's I2C blocks at their real speed, and the same wires moved by hand (CircuitPython
// asks whether a chip is there by a write of no bytes, which the blocks cannot send).

/** Eight bits and the acknowledge. */
const BITS = 9;
const IDLE = 0;

/** Chips have `address`, `present`, start(), write(byte) and read(). */
export class Bus {
  /** `pins` is {sda, scl}; `note(word, ...)` is told of each finished transfer. */
  constructor(mcu, wires, pins, chips, note) {
    this.mcu = mcu;
    this.wires = wires;
    this.pins = pins;
    this.chips = chips;
    this.note = note;
    /** A chip is sending a byte at this moment: without clocks it goes on holding the data line. */
    this.sending = false;
    for (const block of mcu.i2c) this.#serve(block);
    this.#watchWires();
  }

  /** A chip was interrupted while it sent: it lets the data line go after so many clocks. */
  owe(clocks) {
    this.owed = clocks;
    this.#drawSda();
  }

  #find(address) {
    return this.chips.find((chip) => chip.address === address && chip.present);
  }

  #serve(block) {
    const clock = this.mcu.clock;
    let then = null;
    const alarm = clock.createAlarm(() => {
      this.sending = false;
      // the block may have been reset meanwhile
      if (block.state !== IDLE) then();
    });
    const afterByte = (what) => {
      const bit = ((block.sclHighPeriod + block.sclLowPeriod) * 1e9) / this.mcu.clkSys;
      then = what;
      alarm.schedule(BITS * bit);
    };
    let chip, began, written, read;
    const begin = () => ([began, written, read] = [clock.nanos, 0, 0]);
    begin();
    block.onStart = (restart) => {
      if (!restart) begin();
      block.completeStart();
    };
    block.onConnect = (address) => {
      chip = this.#find(address);
      chip?.start();
      afterByte(() => block.completeConnect(chip !== undefined));
    };
    block.onWriteByte = (byte) => {
      // the chip has the byte when its last bit is there
      afterByte(() => {
        chip.write(byte);
        written++;
        block.completeWrite(true);
      });
    };
    block.onReadByte = () => {
      afterByte(() => {
        read++;
        block.completeRead(chip.read());
      });
      this.sending = true;
    };
    block.onStop = () => {
      const took = (clock.nanos - began) / 1e6;
      this.note("i2c", chip ? chip.address : block.targetAddress, Number(took.toFixed(4)), written, read);
      block.completeStop();
    };
  }

  /** Start, stop, bits and acknowledges as levels on the wires, for transfers that a program clocks itself. */
  #watchWires() {
    const { sda, scl } = this.pins;
    this.owed = 0;
    this.acknowledges = false;
    this.wires.pullUp(sda);
    this.wires.pullUp(scl);
    const drivenLow = (pin) => this.mcu.gpio[pin].value === 0;
    let data = true, clock = true, bits = -1, byte = 0; // prettier-ignore
    const changed = () => {
      const nextData = !drivenLow(sda);
      const nextClock = !drivenLow(scl);
      if (clock && nextClock && data !== nextData && !this.acknowledges) {
        // the data line moves while the clock is high: a start or a stop
        [bits, byte] = nextData ? [-1, 0] : [0, 0];
      } else if (nextClock && !clock) {
        if (this.owed) this.owed--;
        if (bits >= 0) {
          if (bits < 8) byte = (byte << 1) | (nextData ? 1 : 0);
          bits++;
        }
      } else if (!nextClock && clock) {
        if (bits === 8) this.acknowledges = this.#find(byte >> 1) !== undefined;
        else if (bits === BITS) {
          this.acknowledges = false;
          [bits, byte] = [0, 0];
        }
      }
      [data, clock] = [nextData, nextClock];
      this.#drawSda();
    };
    this.mcu.gpio[sda].addListener(changed);
    this.mcu.gpio[scl].addListener(changed);
  }

  #drawSda() {
    this.wires.draw(this.pins.sda, this.acknowledges || this.owed > 0);
  }
}
