// Seat buttons (closed to ground) and the keypad's matrix (rows to columns, no diodes) as switches on the wires.
import { GROUND } from "./wires.mjs";

/** The switch of each key: seats are "s0", "s1"..., keypad keys their labels; pins as numbers. */
export function switches(board) {
  const found = new Map(board.seats.map((pin, seat) => [`s${seat}`, [pin, GROUND]]));
  board.keypad.keys.forEach((labels, row) =>
    [...labels].forEach((label, column) =>
      found.set(label, [board.keypad.rows[row], board.keypad.columns[column]]),
    ),
  );
  return found;
}

/** The fingers: they stay where they are while the power goes and comes. */
export class Keys {
  constructor(board, note) {
    this.switches = switches(board);
    this.down = new Set();
    this.note = note;
    this.wires = null;
  }

  /** Puts the keys on the wires of a machine that has just been switched on; null: it was switched off. */
  connect(wires) {
    this.wires = wires;
    for (const key of wires ? this.down : []) wires.switch(key, this.switches.get(key), true);
  }

  move(key, closed) {
    const nets = this.switches.get(key);
    if (nets === undefined) throw new Error(`there is no key ${key}: seats are s0 to s3, keys 0 to 9, * and #`);
    if (closed) this.down.add(key);
    else this.down.delete(key);
    this.wires?.switch(key, nets, closed);
    this.note("key", key, closed ? 1 : 0);
  }
}
