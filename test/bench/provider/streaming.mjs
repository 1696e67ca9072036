import { setImmediate, setInterval, clearInterval } from 'node:timers';

/** Longest time between two writes of a paced stream, milliseconds: what a timer can keep. */
const TICK_MS = 5;

/**
 * How a stream is given, by mode. Each takes the open response and the frames of its run.
 * - `gated`: waits until `gate` streams are open, then all are let go at once; the parent is told when
 * - `at_once`: everything as soon as the stream is open
 * - `paced`: `perSecond` frames a second, each with the monotonic time of its writing in `sent_ns`
 * - `silent`: nothing, for ever
 */
export function streamAs({ mode, gate, perSecond }) {
  switch (mode) {
    case 'gated':
      return gated(gate);
    case 'at_once':
      return atOnce;
    case 'paced':
      return (response, frames) => paced(response, frames, perSecond);
    case 'silent':
      return () => undefined;
    default:
      throw new Error(`no such stream: ${mode}`);
  }
}

function gated(gate) {
  let waiting = [];
  return (response, frames) => {
    waiting.push({ response, texts: frames.map(textOf) });
    if (waiting.length < gate) return;
    const streams = waiting;
    waiting = [];
    process.send({ released: process.hrtime.bigint().toString() });
    for (const { response: one, texts } of streams) {
      for (const text of texts) one.write(text);
      one.end();
    }
  };
}

function atOnce(response, frames) {
  setImmediate(() => response.end(frames.map(textOf).join('')));
}

/** By the clock, not by the timer: a late tick writes what is due, one write a frame. */
function paced(response, frames, perSecond) {
  const begun = process.hrtime.bigint();
  let written = 0;
  const tick = setInterval(() => {
    const due = Math.floor((Number(process.hrtime.bigint() - begun) / 1e9) * perSecond);
    while (written < Math.min(due, frames.length)) {
      response.write(textOf({ ...frames[written], sent_ns: process.hrtime.bigint().toString() }));
      written += 1;
    }
    if (written < frames.length && !response.destroyed) return;
    clearInterval(tick);
    response.end();
  }, TICK_MS);
}

function textOf(event) {
  return `data: ${JSON.stringify(event)}\n\n`;
}
