/* The page's own script: clocks count down from deadlines, changed parts are fetched when the server
   says that they changed, keys of a virtual board are tapped and held. Without it every page is whole. */
"use strict";
(() => {
  const TENTHS = 10000; // as in wording.py
  const LOW = 59000;
  const HOLD = 600; // ms a key has to stay down to be a held key; the board's own limit
  const RESTART = 5000; // ms until a line that the server refused is tried again
  const SILENCE = 9000; // ms without a word from the server until the page no longer counts as live; it beats every 4 s

  const say = JSON.parse(document.body.dataset.say); // texts in the reader's language

  // --- the hall's time -------------------------------------------------------------------------
  const hall = { now: Number(document.body.dataset.now || 0), rate: Number(document.body.dataset.rate || 1), at: performance.now() };
  const hallNow = () => hall.now + (performance.now() - hall.at) * hall.rate;

  function heard(headers) {
    if (headers.has("hall-now")) setTime(headers.get("hall-now"), headers.get("hall-rate"));
  }

  function setTime(now, rate) {
    hall.now = Number(now);
    hall.rate = Number(rate);
    hall.at = performance.now();
  }

  // --- clocks ----------------------------------------------------------------------------------
  let silent = false; // nothing was heard for too long

  function clockText(ms, up) {
    // time left is rounded up to the second, so that 0:00 means that none is left
    if (ms < TENTHS && !up) return Math.floor(ms / 1000) + "." + Math.floor((ms % 1000) / 100);
    let seconds = up ? Math.floor(ms / 1000) : Math.ceil(ms / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    seconds %= 60;
    return hours ? hours + ":" + two(minutes) + ":" + two(seconds) : minutes + ":" + two(seconds);
  }

  function write(element, text) {
    if (element.textContent !== text) element.textContent = text;
  }

  function tick() {
    if (silent) return; // a clock that nobody vouches for stands still
    const now = hallNow();
    for (const clock of document.querySelectorAll("[data-clock][data-at]")) {
      const facts = clock.dataset;
      const up = facts.method === "up";
      const passed = Math.max(0, now - Number(facts.at));
      let left = Number(facts.remaining);
      if (up) left += passed;
      // while a simple delay lasts the deadline lies beyond what is left: the reserve stands still
      else if (facts.deadline) left = Math.max(0, Math.min(left, Number(facts.deadline) - now));
      const delay = Math.max(0, Number(facts.delay) - passed);
      const low = !up && left <= LOW;
      write(clock.querySelector(".digits"), clockText(left, up));
      write(clock.querySelector(".note"), delay > 0 ? say.delay.replace("#", Math.ceil(delay / 1000)) : low ? say.low : "");
      clock.classList.toggle("low", low);
    }
  }

  // --- a sound when a call for the director comes, for those who have asked for it ----------------
  const bell = document.querySelector("[data-sound]");
  let sound = null; // a browser lets nothing sound before somebody has pressed a button of the page
  let calls = null; // keys of those that were open last

  function wanted() {
    return localStorage.getItem("calls-sound") === "on";
  }

  function beep() {
    const tone = sound.createOscillator();
    const volume = sound.createGain();
    tone.frequency.value = 880;
    volume.gain.setValueAtTime(0.2, sound.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.5);
    tone.connect(volume).connect(sound.destination);
    tone.start();
    tone.stop(sound.currentTime + 0.5);
  }

  function ring(part) {
    const badge = part.querySelector("[data-calls]");
    if (!badge) return;
    const open = badge.dataset.calls.split(" ").filter(Boolean);
    const fresh = calls !== null && open.some((key) => !calls.includes(key));
    calls = open;
    if (!fresh || !wanted()) return;
    navigator.vibrate?.([300, 150, 300]);
    if (sound?.state === "running") beep();
  }

  addEventListener("pointerdown", () => {
    if (!wanted() || sound) return;
    sound = new AudioContext();
  });
  if (bell) {
    const show = () => bell.setAttribute("aria-pressed", String(wanted()));
    bell.hidden = false;
    show();
    bell.addEventListener("click", () => {
      localStorage.setItem("calls-sound", wanted() ? "off" : "on");
      show();
      if (!wanted()) return;
      sound ??= new AudioContext();
      sound.resume().then(beep);
    });
  }

  // --- parts that are fetched again -------------------------------------------------------------
  const sources = new WeakMap(); // element -> its source as the server sent it

  // what has the focus: a selector, and which of those that it finds (two cells lead to the same match)
  function focusMark(element) {
    const active = document.activeElement;
    if (!active || !element.contains(active)) return null;
    const target = active.getAttribute("href");
    let mark = null;
    if (active.id) mark = "#" + CSS.escape(active.id);
    else if (active.matches("summary")) mark = "#" + CSS.escape(active.parentElement.id) + " > summary";
    else if (target) mark = 'a[href="' + CSS.escape(target) + '"]';
    return mark && { mark, place: [...element.querySelectorAll(mark)].indexOf(active) };
  }

  function announce(old, fresh) {
    const score = fresh.dataset.score;
    const voice = document.querySelector("[data-announce]");
    if (voice && score && old.dataset.score && old.dataset.score !== score) voice.textContent = score;
  }

  function replace(old, fresh, source) {
    const mark = focusMark(old);
    for (const details of old.querySelectorAll("details[id]")) {
      const same = fresh.querySelector("#" + CSS.escape(details.id));
      if (same) same.open = details.open;
    }
    announce(old, fresh);
    old.replaceWith(fresh);
    sources.set(fresh, source);
    if (mark) [...fresh.querySelectorAll(mark.mark)].at(mark.place)?.focus({ preventScroll: true });
    if (fresh.dataset.display) {
      for (const picture of document.querySelectorAll("[data-screen]")) picture.alt = fresh.dataset.display;
    }
  }

  function patch(part, html) {
    const template = document.createElement("template");
    template.innerHTML = html;
    const wanted = [...template.content.children];
    const fixed = part.dataset.fixed !== undefined; // its pieces lie apart and are always the same ones
    const same = fixed || wanted.length === part.children.length && wanted.every((each, place) => each.id === part.children[place].id);
    if (!same) part.replaceChildren(...wanted.map((each) => document.getElementById(each.id) ?? each.cloneNode(true)));
    wanted.forEach((fresh, place) => {
      const old = fixed ? document.getElementById(fresh.id) : part.children[place];
      const source = fresh.outerHTML;
      if (sources.get(old) !== source) replace(old, fresh, source);
    });
    reachable(part);
    tick();
  }

  // --- crosstables: one cell is in the order of the tab key, arrows go to the others -----------
  function reachable(part) {
    for (const table of part.querySelectorAll("[data-cross]")) {
      const links = [...table.querySelectorAll("a")];
      const current = links.find((link) => link === document.activeElement) ?? links[0];
      for (const link of links) link.tabIndex = link === current ? 0 : -1;
    }
  }

  const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    const cell = step && event.target.closest?.("[data-cross] td");
    if (!cell) return;
    event.preventDefault();
    let [row, column] = [cell.parentElement.rowIndex, cell.cellIndex];
    const rows = cell.closest("table").rows;
    do {
      row += step[0];
      column += step[1];
      const link = rows[row]?.cells[column]?.querySelector("a");
      if (!link) continue;
      event.target.tabIndex = -1;
      link.tabIndex = 0;
      link.focus();
      return;
    } while (rows[row]?.cells[column]);
  });
  reachable(document);

  // one request under way per part; what changes meanwhile is fetched once after it, and a pause
  function fetcher(work, pause = 0) {
    let busy = false;
    let again = false;
    fetchIt.busy = () => busy;
    return fetchIt;
    async function fetchIt() {
      again = true;
      if (busy) return;
      busy = true;
      while (again) {
        again = false;
        try {
          await work();
        } catch {
          // the line of events notices the loss too, and asks for everything when it is back
        }
        if (pause) await new Promise((done) => setTimeout(done, pause));
      }
      busy = false;
    }
  }

  const sent = new Map(); // source -> a part whose changed pieces are sent, and the function that fetches it
  const parts = new Map(); // topic -> functions that fetch what shows it
  function follow(topic, fetchIt) {
    parts.set(topic, [...(parts.get(topic) ?? []), fetchIt]);
  }
  for (const part of document.querySelectorAll("[data-topic]")) {
    const fetchIt = fetcher(async () => {
      const answer = await fetch(part.dataset.source, { headers: { accept: "text/html" } });
      if (!answer.ok) return;
      heard(answer.headers);
      patch(part, await answer.text());
      ring(part);
    }, Number(part.dataset.pause || 0));
    if (part.dataset.sent !== undefined) sent.set(part.dataset.source, { part, fetchIt });
    else for (const topic of part.dataset.topic.split(" ")) follow(topic, fetchIt);
  }

  // a piece of a part, or the word that the part has to be fetched as a whole
  function take(change) {
    const { part, fetchIt } = sent.get(change.part);
    if (change.id === undefined) {
      // the first word after a (re)connection may tell nothing new
      if (change.stamp && known.get(change.part) === change.stamp) return;
      known.set(change.part, change.stamp);
      fetchIt();
      return;
    }
    const old = document.getElementById(change.id);
    // an answer that is under way may be older than the piece
    if (fetchIt.busy() || !old || !part.contains(old)) {
      fetchIt();
      return;
    }
    setTime(change.now, change.rate);
    const template = document.createElement("template");
    template.innerHTML = change.html;
    const fresh = template.content.firstElementChild;
    replace(old, fresh, fresh.outerHTML);
    reachable(part);
    tick();
  }
  for (const picture of document.querySelectorAll("[data-screen]")) {
    let turn = 0;
    follow(picture.dataset.screen, fetcher(() => new Promise((done) => {
      const next = new Image();
      next.onload = () => {
        picture.src = next.src;
        done();
      };
      next.onerror = done;
      turn += 1;
      next.src = picture.dataset.source + "?r=" + performance.timeOrigin.toFixed(0) + "-" + turn;
    })));
  }

  // --- the line of events ----------------------------------------------------------------------
  const known = new Map(); // topic -> edition and revision last heard of
  const live = document.querySelector("[data-live]");
  let line = null;

  // when the server was heard last; a computer that slept stops one of the two clocks, not the other
  let last = { on: performance.now(), at: Date.now() };
  let tried = 0; // when the line was opened last

  function tell(state, text) {
    document.body.classList.toggle("silent", silent);
    if (!live) return;
    live.hidden = false;
    live.dataset.live = state;
    write(live, text);
  }

  function silence() {
    return Math.max(performance.now() - last.on, Date.now() - last.at);
  }

  function hear() {
    last = { on: performance.now(), at: Date.now() };
    silent = false;
    tell("up", say.live);
  }

  function listen() {
    line?.close();
    tried = performance.now();
    const listed = (names) => [...names].map(encodeURIComponent).join(",");
    line = new EventSource("/events?topics=" + listed(parts.keys()) + "&parts=" + listed(sent.keys()));
    line.onopen = hear;
    line.addEventListener("beat", hear);
    line.onmessage = (event) => {
      hear();
      const change = JSON.parse(event.data);
      if (change.part) {
        take(change);
        return;
      }
      const stamp = change.edition + "/" + change.revision;
      // the first word after a (re)connection may tell nothing new
      if (known.get(change.topic) === stamp) return;
      known.set(change.topic, stamp);
      for (const fetchIt of parts.get(change.topic) ?? []) fetchIt();
    };
    line.onerror = () => {
      tell("down", say.lost);
      if (line.readyState === EventSource.CLOSED) {
        setTimeout(() => {
          if (!document.hidden) listen();
        }, RESTART);
      }
    };
  }

  // behind a proxy that fell silent, or after a sleep, no error tells that the line is dead
  function watch() {
    if (document.hidden || silence() < SILENCE) return;
    if (!silent) {
      silent = true;
      known.clear(); // the clocks have to be set again, whatever has changed
    }
    tell("down", say.silent.replace("#", Math.round(silence() / 1000)));
    if (performance.now() - tried >= RESTART) listen();
  }

  if (parts.size || sent.size) {
    setInterval(tick, 100);
    setInterval(watch, 1000);
    listen();
    // a browser keeps only six lines to a server: one that nobody sees is given back
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) line.close();
      else {
        known.clear();
        listen();
      }
    });
    addEventListener("pagehide", () => line.close());
    addEventListener("pageshow", (event) => {
      if (event.persisted) {
        known.clear();
        listen();
      }
    });
  }

  // --- keys of a virtual board -----------------------------------------------------------------
  for (const form of document.querySelectorAll("[data-keys]")) {
    const refusal = form.querySelector("[data-refusal]");
    const hold = form.elements.namedItem("held");

    async function press(key, held) {
      const body = new URLSearchParams({ token: form.elements.namedItem("token").value, key });
      if (held) body.set("held", "1");
      try {
        const answer = await fetch(form.action, { method: "POST", body, headers: { accept: "application/json" } });
        write(refusal, answer.ok ? "" : (await answer.json()).error);
      } catch {
        write(refusal, say.unreachable);
      }
    }

    for (const button of form.querySelectorAll("button[name=key]")) {
      let down = 0;
      let timer = 0;
      let done = false; // the hold was sent while the key was still down
      const release = () => {
        clearTimeout(timer);
        button.classList.remove("down", "long");
        down = 0;
      };
      button.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        down = performance.now();
        done = false;
        button.classList.add("down");
        timer = setTimeout(() => {
          done = true;
          button.classList.add("long");
          press(button.value, true);
        }, HOLD);
      });
      button.addEventListener("pointerup", release);
      button.addEventListener("pointerleave", release);
      button.addEventListener("pointercancel", release);
      button.addEventListener("contextmenu", (event) => event.preventDefault());
      button.addEventListener("click", (event) => {
        event.preventDefault();
        if (done) done = false;
        else {
          press(button.value, hold.checked);
          hold.checked = false;
        }
      });
    }
  }
})();
