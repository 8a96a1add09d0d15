// The page of the board: passes of the firmware's loop, and what follows from each when its records are kept.
import { now, watch } from "./clock.js";
import { Display } from "./display.js";
import { listen } from "./keys.js";
import { Line } from "./line.js";
import { Memory, SIZE } from "./memory.js";
import { mute, show, sound, touched } from "./signals.js";
import { load } from "./vm.js";

const CHIP_PAGE = 1024;
// a program that wants to be started again more often than this within a minute is stopped
const RESTARTS = 3;
const STOPPED = -1;
// the page is hidden for less than this without being told (ms)
const GLANCE = 1000;

const root = document.getElementById("table");
const say = JSON.parse(document.body.dataset.texts);
const stored = (name) => localStorage.getItem(`board-${name}`);
const element = (id) => document.getElementById(id);
const notes = new Map();

// Show what must be known about the phone itself, one sentence each; null takes it back.
const note = (about, sentence) => {
  if (sentence) notes.set(about, sentence);
  else notes.delete(about);
  element("note").textContent = [...notes.values()].join(" ");
};

const random = (count) => {
  const drawn = crypto.getRandomValues(new Uint8Array(count));
  return Array.from(drawn, (one) => one.toString(16).padStart(2, "0")).join("");
};
const fromHex = (text) => Uint8Array.from(text.match(/../g), (two) => parseInt(two, 16));

// The restarts of the last minute, in this window.
const restarts = () => JSON.parse(sessionStorage.getItem("board-restarts") || "[]").filter((at) => Date.now() - at < 60000);

const begin = async () => {
  const given = document.body.dataset.uid;
  let board = null;
  let stopped = false;
  let timer = 0;
  const memory = new Memory(
    `tablekeeper-${given || "try"}`,
    (present) => {
      note("memory", present ? null : present === null ? say.memory_back : say.memory);
      if (present === null || !board || stopped) return;
      board.keep(present);
      pass();
    },
    () => {
      stopped = true;
      clearTimeout(timer);
      line.close();
      note("window", say.window);
      element("again").hidden = false;
    },
  );
  const line = new Line(document.body.dataset.line, {
    opened: () => { board.connect(true); pass(); },
    closed: () => { board.connect(false); pass(); },
    room: () => board.room(),
    receive: (text) => { board.receive(text); pass(); },
    state: (text) => {
      note("line", text && say[text]);
      if (text === "window") element("again").hidden = false;
    },
  });
  await memory.open();
  if (!memory.present) note("memory", say.memory);
  const uid = given || (await memory.number(random(8)));
  const again = restarts();
  board = await load({
    uid: fromHex(uid), now, draw: random, restarted: again.length > 0, large: stored("large") === "on",
  });
  const [screenAt, ...pagesAt] = board.addresses().split(" ").map(Number);
  const copy = (to) => {
    const bytes = board.memory();
    pagesAt.forEach((at, page) => to.set(bytes.subarray(at, at + CHIP_PAGE), page * CHIP_PAGE));
  };
  {
    const bytes = board.memory();
    pagesAt.forEach((at, page) => bytes.set(memory.image.subarray(page * CHIP_PAGE, (page + 1) * CHIP_PAGE), at));
  }
  if (!memory.present) board.keep(false);
  const display = new Display([element("display"), element("far")]);
  const waiting = [];
  let signals = -1;

  const carryOut = (effect) => {
    if (display.paint(effect.screen)) {
      const told = board.told();
      if (element("told").textContent !== told) element("told").textContent = told;
      root.dataset.seats = stored("four") === "on" ? 4 : Math.max(2, Math.min(4, board.seats()));
      root.dataset.last = effect.last;
    }
    if (effect.signals !== signals) show(root, (signals = effect.signals));
    if (effect.out) line.send(effect.out);
  };
  const release = () => {
    while (waiting.length && waiting[0].kept) carryOut(waiting.shift());
  };

  const restart = () => {
    stopped = true;
    if (again.length >= RESTARTS) {
      note("program", say.program);
      return;
    }
    sessionStorage.setItem("board-restarts", JSON.stringify([...again, Date.now()]));
    setTimeout(() => location.reload(), 1000);
  };

  // One pass: what it shows, lights and sends waits until its records are kept.
  const follow = (wait) => {
    const bytes = board.memory();
    copy(memory.image);
    const effect = {
      screen: bytes.slice(screenAt, screenAt + 1024), signals: board.signals(), out: board.taken(),
      last: board.last(), kept: true,
    };
    const keeping = memory.keep();
    if (keeping || waiting.length) {
      effect.kept = !keeping;
      waiting.push(effect);
      keeping?.then((kept) => {
        if (kept) {
          effect.kept = true;
          release();
          return;
        }
        // what was not kept is never shown; the board shows what it has without its memory
        waiting.length = 0;
      });
    } else carryOut(effect);
    if (wait === STOPPED) restart();
    else timer = setTimeout(pass, Math.min(wait, 1000));
  };
  const pass = () => {
    if (stopped || !board) return;
    clearTimeout(timer);
    follow(board.go());
  };

  listen(root, (key, pressed, at) => {
    if (stopped) return;
    if (pressed) touched();
    board.touch(key, pressed, at);
    pass();
  });
  watch((away) => {
    if (stopped) return;
    if (away >= GLANCE) board.absent(7, away);
    pass();
    awake();
  });
  follow(board.start());
  if (performance.getEntriesByType("navigation")[0]?.type === "reload") board.absent(8, 1);
  pass();
  line.open();
  panel(memory, uid);
  awake();
  root.dataset.ready = "yes";
};

// --- the phone ---

let lock = null;
const awake = async () => {
  if (!navigator.wakeLock) {
    note("lock", matchMedia("(pointer: coarse)").matches ? say.lock : null);
    return;
  }
  if (lock && !lock.released) return;
  try {
    lock = await navigator.wakeLock.request("screen");
  } catch {
    // refused while the page is hidden, or the battery is low: the next look tries again
  }
};

const panel = (memory, uid) => {
  const dialog = element("panel");
  element("more").onclick = () => dialog.showModal();
  element("close").onclick = () => dialog.close();
  const choice = (id, on, changed) => {
    element(id).checked = on;
    element(id).onchange = (event) => changed(event.target.checked);
  };
  const keep = (name) => (on) => localStorage.setItem(`board-${name}`, on ? "on" : "off");
  choice("choose-sound", sound.on, mute);
  choice("choose-large", stored("large") === "on", keep("large"));
  choice("choose-four", stored("four") === "on", (on) => {
    keep("four")(on);
    root.dataset.seats = on ? 4 : 2;
  });
  element("full").hidden = !document.documentElement.requestFullscreen;
  element("full").onclick = () => {
    dialog.close();
    if (document.fullscreenElement) document.exitFullscreen();
    else document.documentElement.requestFullscreen().catch(() => {});
  };
  element("export").onclick = () => {
    const file = new Blob([memory.image.slice(0, SIZE)], { type: "application/octet-stream" });
    const link = Object.assign(document.createElement("a"), {
      href: URL.createObjectURL(file), download: `tablekeeper-${uid}.fram`,
    });
    link.click();
  };
  element("number").textContent = uid;
};

// An invitation is in the fragment, which a browser sends to nobody; the page shows it to the host once.
const invited = async () => {
  const invitation = new URLSearchParams(location.hash.slice(1)).get("invite");
  if (!invitation) return false;
  history.replaceState(null, "", location.pathname);
  try {
    const answer = await fetch("/board/pair", {
      method: "POST", headers: { accept: "application/json" }, body: new URLSearchParams({ invitation }),
    });
    if (answer.ok) {
      location.reload();
      return true;
    }
    note("pair", (await answer.json()).error);
  } catch {
    note("pair", say.pair);
  }
  return false;
};

element("again").onclick = () => location.reload();
if (document.body.dataset.note) note("pair", say[document.body.dataset.note]);
// another invitation is opened while this page is
addEventListener("hashchange", invited);
invited().then((leaves) => leaves || begin()).catch((error) => {
  note("start", say.start);
  console.error(error);
});
