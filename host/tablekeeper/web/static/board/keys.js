// Keys: the stamp is the browser's own, of the touch itself, so that a busy page does not delay a press.
import { stamp } from "./clock.js";

// how long a key is down that a screen reader presses (ms)
const TAP = 60;
const KEYPAD = 10;
// of a keyboard: digits, * and # by themselves; seats by the arrows
const SEATS = { ArrowLeft: 0, ArrowRight: 1, ArrowUp: 2, ArrowDown: 3 };
const PAD = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "0", "#"];
const OTHER = { Enter: "#", Backspace: "*", Escape: "*" };

const ofKeyboard = (event) => {
  if (event.key in SEATS) return SEATS[event.key];
  const place = PAD.indexOf(OTHER[event.key] || event.key);
  return place < 0 ? null : KEYPAD + place;
};

// `touch(key, pressed, at)` gets each change of a key, `at` in ms of the board.
export const listen = (root, touch) => {
  const held = new Map();
  const change = (key, pressed, at) => {
    for (const one of root.querySelectorAll(`[data-key="${key}"]`)) one.classList.toggle("down", pressed);
    touch(key, pressed, at);
  };
  const down = (name, key, at) => {
    if (held.has(name)) return;
    held.set(name, key);
    change(key, true, stamp(at));
  };
  const up = (name, at) => {
    if (!held.has(name)) return;
    const key = held.get(name);
    held.delete(name);
    change(key, false, stamp(at));
  };

  const keyOf = (event) => {
    const found = event.target.closest?.("[data-key]");
    return found ? Number(found.dataset.key) : null;
  };
  root.addEventListener("pointerdown", (event) => {
    const key = keyOf(event);
    if (key === null || event.button > 0) return;
    event.preventDefault();
    down(event.pointerId, key, event.timeStamp);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    addEventListener(name, (event) => up(event.pointerId, event.timeStamp));
  }
  root.addEventListener("contextmenu", (event) => event.preventDefault());

  addEventListener("keydown", (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
    // Space and Enter press the button that has the focus
    const own = event.key === " " || event.key === "Enter" ? keyOf(event) : null;
    if (own === null && event.target.closest?.("button:not([data-key]), a")) return;
    const key = own ?? ofKeyboard(event);
    if (key === null) return;
    event.preventDefault();
    down(event.code || event.key, key, event.timeStamp);
  });
  addEventListener("keyup", (event) => up(event.code || event.key, event.timeStamp));
  // a window that loses the focus gets no release
  addEventListener("blur", (event) => [...held.keys()].forEach((name) => up(name, event.timeStamp)));

  // a screen reader clicks without a pointer and without a key
  root.addEventListener("click", (event) => {
    const key = keyOf(event);
    if (key === null || event.detail > 0) return;
    change(key, true, stamp(event.timeStamp));
    change(key, false, stamp(event.timeStamp + TAP));
  });
};
