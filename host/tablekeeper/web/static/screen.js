/* The projector: one part of the page at a time, those that its address chose, each for its seconds. */
"use strict";
(() => {
  const { shown, seconds, event } = document.body.dataset;
  const kinds = shown.split(" ");
  const wanted = (leaf) =>
    kinds.includes(leaf.dataset.leaf) && (!event || !leaf.dataset.of || leaf.dataset.of === event);
  const leaves = () =>
    [...document.querySelectorAll("[data-leaf]")].filter(wanted)
      .sort((one, other) => kinds.indexOf(one.dataset.leaf) - kinds.indexOf(other.dataset.leaf));
  let now = "";
  let held = false;

  // parts that were fetched again come without a mark
  function mark() {
    const all = leaves();
    if (!all.some((leaf) => leaf.id === now)) now = all[0]?.id ?? "";
    for (const leaf of document.querySelectorAll("[data-leaf]")) {
      if (leaf.hidden !== (leaf.id !== now)) leaf.hidden = leaf.id !== now;
    }
  }

  function turn(step) {
    const all = leaves();
    if (!all.length) return;
    const place = all.findIndex((leaf) => leaf.id === now);
    now = all[(place + step + all.length) % all.length].id;
    mark();
  }

  // a screen without a choice of its own follows the director's
  const choice = () => document.querySelector("[data-choice]")?.dataset.choice;
  const chosen = choice();
  function look() {
    if (choice() === chosen) mark();
    else location.reload();
  }

  new MutationObserver(look).observe(document.querySelector("main"), { childList: true, subtree: true });
  mark();
  let timer = 0;
  const restart = () => {
    clearInterval(timer);
    if (!held) timer = setInterval(turn, Number(seconds) * 1000, 1);
  };
  restart();
  // by hand: arrows turn the pages, the space bar holds one
  addEventListener("keydown", (pressed) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[pressed.key];
    if (pressed.key === " ") held = !held;
    else if (step) turn(step);
    else return;
    pressed.preventDefault();
    restart();
  });
})();
