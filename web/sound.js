// Short sounds made with WebAudio: no files. Off unless the player turns them on.

import { settings } from "./storage.js";

let context = null;

function audio() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
  return context;
}

/** Filtered noise that fades: splashes and explosions. */
function noise({ seconds, from, to, volume }) {
  const at = audio();
  const length = Math.ceil(at.sampleRate * seconds);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < length; i++) samples[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 2;
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: "lowpass", frequency: from });
  filter.frequency.exponentialRampToValueAtTime(to, at.currentTime + seconds);
  source.connect(filter).connect(new GainNode(at, { gain: volume })).connect(at.destination);
  source.start();
}

function tone({ frequency, to, seconds, volume, delay = 0 }) {
  const at = audio();
  const start = at.currentTime + delay;
  const source = new OscillatorNode(at, { type: "sine", frequency });
  source.frequency.setValueAtTime(frequency, start);
  source.frequency.exponentialRampToValueAtTime(to, start + seconds);
  const gain = new GainNode(at, { gain: 0 });
  gain.gain.setValueAtTime(volume, start);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  source.connect(gain).connect(at.destination);
  source.start(start);
  source.stop(start + seconds);
}

const SOUNDS = {
  miss: () => noise({ seconds: 0.3, from: 2600, to: 500, volume: 0.16 }),
  hit: () => { noise({ seconds: 0.4, from: 900, to: 120, volume: 0.45 }); tone({ frequency: 160, to: 50, seconds: 0.3, volume: 0.3 }); },
  sunk: () => { noise({ seconds: 0.9, from: 700, to: 60, volume: 0.55 }); tone({ frequency: 220, to: 40, seconds: 0.9, volume: 0.35 }); },
  found: () => { tone({ frequency: 880, to: 880, seconds: 0.14, volume: 0.15 }); tone({ frequency: 1174, to: 1174, seconds: 0.2, volume: 0.15, delay: 0.13 }); },
  none: () => tone({ frequency: 520, to: 420, seconds: 0.2, volume: 0.12 }),
  won: () => [523, 659, 784].forEach((frequency, i) => tone({ frequency, to: frequency, seconds: 0.4, volume: 0.16, delay: i * 0.14 })),
  lost: () => [392, 330, 262].forEach((frequency, i) => tone({ frequency, to: frequency, seconds: 0.45, volume: 0.14, delay: i * 0.17 })),
};

/** Plays a sound by the name of an answer; unknown names are silent. */
export function play(name) {
  if (settings.sound && SOUNDS[name] && typeof AudioContext !== "undefined") SOUNDS[name]();
}
