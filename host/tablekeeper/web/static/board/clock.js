// Time of the board: the page's monotonic clock, plus the time for which the phone slept.
// performance.now() stands still while a phone sleeps (not on Windows). What the wall clock gained more while
// the page was hidden is therefore added. Steps of the wall clock while the page is seen change nothing.

// the board counts ms modulo 2 to the power of 29
const MASK = 0x1fffffff;
// less than this is the clocks' own noise (ms)
const NOISE = 50;

let asleep = 0;
let apart = null;
let hiddenAt = null;

const difference = () => Date.now() - performance.now();

// the ms of the board for an event's timeStamp
export const stamp = (at) => Math.floor(at + asleep) & MASK;
export const now = () => stamp(performance.now());

const hide = () => {
  if (apart !== null) return;
  apart = difference();
  hiddenAt = performance.now() + asleep;
};

const show = (told) => {
  if (apart === null) return;
  const more = difference() - apart;
  apart = null;
  if (more > NOISE) asleep += more;
  told(Math.round(performance.now() + asleep - hiddenAt));
};

// `told(ms)` is called whenever the page is seen again, with the time for which it was hidden
export const watch = (told) => {
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") hide();
    else show(told);
  });
  if (document.visibilityState === "hidden") hide();
};
