// Lamps, sounds and vibration.
const LOUD = 0.08;
const BUZZ = 12; // ms

let audio = null;
let gain = null;
let tone = null;
let frequency = 0;
export const sound = { on: localStorage.getItem("board-sound") !== "off" };

// A browser allows sounds only after a touch.
export const touched = () => {
  navigator.vibrate?.(BUZZ);
  if (audio) {
    if (audio.state === "suspended") audio.resume();
    return;
  }
  const Kind = window.AudioContext || window.webkitAudioContext;
  if (!Kind) return;
  audio = new Kind();
  gain = audio.createGain();
  gain.gain.value = LOUD;
  gain.connect(audio.destination);
};

const play = (hz) => {
  if (hz === frequency) return;
  frequency = hz;
  tone?.stop();
  tone = null;
  if (!hz || !audio || !sound.on) return;
  tone = audio.createOscillator();
  tone.type = "square";
  tone.frequency.value = hz;
  tone.connect(gain);
  tone.start();
};

export const mute = (on) => {
  sound.on = on;
  localStorage.setItem("board-sound", on ? "on" : "off");
  if (!on) play(0);
};

// bits 0 to 3: the seats' lamps; above: the frequency of the tone
export const show = (root, bits) => {
  for (const one of root.querySelectorAll(".seat")) {
    one.classList.toggle("lit", Boolean((bits >> Number(one.dataset.key)) & 1));
  }
  play(bits >> 4);
};
