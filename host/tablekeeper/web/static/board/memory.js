// The board's memory chip in IndexedDB: pages of 256 bytes, one transaction for each slice of the program.
// The newest window owns it: an older one notices in its next transaction that it does not own it any more.
export const SIZE = 32768;
const PAGE = 256;
const STORE = "memory";
const OWNER = "owner";
// a storage that takes longer than this to answer counts as absent (ms); then it is tried again so often
const PATIENCE = 1000;
const AGAIN = 2000;

const settled = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const late = (promise) =>
  Promise.race([promise, new Promise((_, reject) => setTimeout(() => reject(new Error("late")), PATIENCE))]);

export class Memory {
  // `changed(present)` is called when the storage is lost or answers again, `taken()` when another window has it
  constructor(name, changed, taken) {
    this.image = new Uint8Array(SIZE);
    this.present = false;
    this.fenced = false;
    this.kept = new Uint8Array(SIZE);
    this.name = name;
    this.changed = changed;
    this.taken = taken;
    this.me = [...crypto.getRandomValues(new Uint32Array(4))].join("-");
    this.base = null;
  }

  // Open the storage, become its owner, and read it; without a storage the memory is absent.
  async open() {
    try {
      await late(this.connect());
      const write = this.base.transaction(STORE, "readwrite", { durability: "strict" });
      const pages = write.objectStore(STORE);
      pages.put(this.me, OWNER);
      const cursor = pages.openCursor();
      cursor.onsuccess = () => {
        const one = cursor.result;
        if (!one) return;
        if (typeof one.key === "number") this.kept.set(one.value, one.key * PAGE);
        one.continue();
      };
      await late(this.finished(write));
      this.image.set(this.kept);
      this.present = true;
    } catch {
      setTimeout(() => this.reopen(true), AGAIN);
    }
  }

  // Return the number of the board that this storage was made for, or make it with `made`.
  async number(made) {
    if (!this.present) return made;
    const write = this.base.transaction(STORE, "readwrite", { durability: "strict" });
    const pages = write.objectStore(STORE);
    const found = await settled(pages.get("uid"));
    if (!found) pages.put(made, "uid");
    await this.finished(write);
    return found || made;
  }

  // Keep what is different in `image`; return null if nothing is, else a promise: true when it is kept.
  keep() {
    if (!this.present) return null;
    const pages = this.differing(this.seen || this.kept);
    if (!pages.length) return null;
    this.seen = this.seen || this.kept.slice();
    for (const [data, page] of pages) this.seen.set(data, page * PAGE);
    return late(this.write(pages)).then(
      () => true,
      () => {
        if (!this.fenced) this.lose();
        return false;
      },
    );
  }

  differing(other) {
    const now = new Uint32Array(this.image.buffer, this.image.byteOffset, SIZE / 4);
    const then = new Uint32Array(other.buffer);
    const found = [];
    for (let page = 0; page < SIZE / PAGE; page++) {
      const end = ((page + 1) * PAGE) / 4;
      for (let at = (page * PAGE) / 4; at < end; at++) {
        if (now[at] === then[at]) continue;
        found.push([this.image.slice(page * PAGE, (page + 1) * PAGE), page]);
        break;
      }
    }
    return found;
  }

  async write(pages) {
    const write = this.base.transaction(STORE, "readwrite", { durability: "strict" });
    const all = write.objectStore(STORE);
    const owner = all.get(OWNER);
    owner.onsuccess = () => {
      if (owner.result === this.me) {
        for (const [data, page] of pages) all.put(data, page);
        return;
      }
      this.fenced = true;
      write.abort();
      this.taken();
    };
    await this.finished(write);
    for (const [data, page] of pages) this.kept.set(data, page * PAGE);
  }

  finished(write) {
    return new Promise((resolve, reject) => {
      write.oncomplete = () => resolve();
      write.onabort = () => reject(write.error);
      write.onerror = () => reject(write.error);
    });
  }

  async connect() {
    const asked = indexedDB.open(this.name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    this.base = await settled(asked);
    // a phone may close it while the page is in the background
    this.base.onclose = () => this.lose();
  }

  lose() {
    if (!this.present) return;
    this.present = false;
    this.seen = null;
    this.changed(false);
    setTimeout(() => this.reopen(false), AGAIN);
  }

  // Try the storage again. A board that began without it must not take over what is in it: `first` only tells.
  async reopen(first) {
    if (this.fenced) return;
    try {
      await late(this.connect());
      if (first) {
        // its records are older than this board's: only a new start may read them
        this.changed(null);
        return;
      }
      await late(this.write(this.differing(this.kept)));
      this.present = true;
      this.changed(true);
    } catch {
      if (!this.fenced) setTimeout(() => this.reopen(first), AGAIN);
    }
  }
}
