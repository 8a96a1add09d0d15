// A page whose time stands still until the test lets it pass, and whose random numbers are the test's.
// Before time passes, all that was written to IndexedDB is kept: a storage has its own pace.
(() => {
  const wait = setTimeout;
  const drawn = DRAWN;
  let drawnAt = 0;
  let time = 60000;
  let asked = 0;
  let timers = [];
  let last = 0;
  let writing = 0;

  performance.now = () => {
    // the program waits in a loop
    if (++asked > 500) {
      asked = 0;
      time++;
    }
    return time;
  };
  Date.now = () => 1700000000000 + performance.now();
  window.setTimeout = (call, ms = 0) => {
    timers.push([time + Math.max(0, ms), ++last, call]);
    return last;
  };
  window.clearTimeout = (id) => {
    timers = timers.filter((one) => one[1] !== id);
  };
  window.setInterval = () => 0;
  crypto.getRandomValues = (into) => {
    // the board's own number has eight bytes, a window's mark is of words
    if (into instanceof Uint8Array && into.length !== 8) {
      for (let at = 0; at < into.length; at++) into[at] = drawn[drawnAt++ % drawn.length];
    } else into.fill(83);
    return into;
  };
  const begin = IDBDatabase.prototype.transaction;
  IDBDatabase.prototype.transaction = function (...given) {
    const made = begin.apply(this, given);
    writing++;
    for (const name of ["complete", "abort"]) made.addEventListener(name, () => writing--);
    return made;
  };
  const settled = async () => {
    do await new Promise((done) => wait(done, 0)); while (writing);
    await new Promise((done) => wait(done, 0));
  };

  window.standing = {
    now: () => time,
    settled,
    until: async (end) => {
      for (;;) {
        await settled();
        timers.sort((one, two) => one[0] - two[0] || one[1] - two[1]);
        if (!timers.length || timers[0][0] > end) break;
        const [at, , call] = timers.shift();
        asked = 0;
        time = Math.max(time, at);
        call();
      }
      time = Math.max(time, end);
    },
    // a key changes at this time
    edge: (key, down) => {
      const event = new PointerEvent(down ? "pointerdown" : "pointerup", { pointerId: 100 + key, bubbles: true });
      Object.defineProperty(event, "timeStamp", { value: time });
      document.querySelector(`[data-key="${key}"]`).dispatchEvent(event);
    },
    play: async (edges, began) => {
      for (const [ms, key, down] of edges) {
        await window.standing.until(began + ms);
        window.standing.edge(key, down);
      }
      await settled();
    },
  };
})();
