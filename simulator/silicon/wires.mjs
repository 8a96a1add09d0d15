// The pins and what is wired to them: the level of a pin follows from drivers, switches and pulls.
import { GPIOPinState } from "./package.mjs";

const { Low, High, InputPullUp } = GPIOPinState;
export const GROUND = "GND";

/**
 * All pins of a processor. Strongest first: ground behind a closed switch or a chip that draws low, a pin
 * driven low, driven high, a level from outside, a pull-up on the board, the pins' own pulls; else low.
 */
export class Wires {
  constructor(pins) {
    this.pins = pins;
    this.closed = new Map();
    this.outside = new Map();
    this.pulledUp = new Set();
    this.drawnLow = new Set();
    this.levels = pins.map(() => undefined);
    pins.forEach((pin, number) => pin.addListener(() => this.settle(number)));
    pins.forEach((_, number) => this.settle(number));
  }

  /** Closes or opens the switch of a key between two nets: pin numbers or GROUND. */
  switch(key, nets, closed) {
    if (closed) this.closed.set(key, nets);
    // a net loses what it had through the switch: both ends are looked at after it has opened
    else this.closed.delete(key);
    for (const net of nets) if (net !== GROUND) this.settle(net);
  }

  /** A level that something outside drives: true, false, or null for none. */
  drive(pin, level) {
    if (level === null) this.outside.delete(pin);
    else this.outside.set(pin, level);
    this.settle(pin);
  }

  /** A pull-up resistor on the board. */
  pullUp(pin) {
    this.pulledUp.add(pin);
    this.settle(pin);
  }

  /** A chip with an open drain holds a line low, or lets it go. */
  draw(pin, low) {
    if (low === this.drawnLow.has(pin)) return;
    if (low) this.drawnLow.add(pin);
    else this.drawnLow.delete(pin);
    this.settle(pin);
  }

  /** All nets that closed switches join to one, itself included (without diodes also the long way round). */
  joined(net) {
    const found = new Set([net]);
    for (let grown = true; grown; ) {
      grown = false;
      for (const [one, other] of this.closed.values()) {
        if (found.has(one) !== found.has(other)) {
          found.add(one).add(other);
          grown = true;
        }
      }
    }
    return found;
  }

  /** Lets a pin, and every pin joined to it, read its level. */
  settle(pin) {
    const nets = this.closed.size ? this.joined(pin) : new Set([pin]);
    const level = this.#level(nets);
    for (const net of nets) {
      if (net === GROUND || this.levels[net] === level) continue;
      this.levels[net] = level;
      this.pins[net].setInputValue(level);
    }
  }

  #level(nets) {
    const pins = [...nets].filter((net) => net !== GROUND);
    const values = pins.map((pin) => this.pins[pin].value);
    if (nets.has(GROUND) || pins.some((pin) => this.drawnLow.has(pin)) || values.includes(Low)) return false;
    if (values.includes(High)) return true;
    const outside = pins.find((pin) => this.outside.has(pin));
    if (outside !== undefined) return this.outside.get(outside);
    if (pins.some((pin) => this.pulledUp.has(pin)) || values.includes(InputPullUp)) return true;
    // a pull-down, or nothing at all: low
    return false;
  }
}
