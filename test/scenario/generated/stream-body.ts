import type { StreamVariant } from '../file/scenario.js';

/** The body of a generated event stream, in network chunks of the size it asks for; never whole in memory. */
export function* streamBody(variant: StreamVariant): Generator<Uint8Array, void, undefined> {
  const { prefix = '', repeat, padChar = '', padCount = 0, lineEnd = '', count, chunkBytes } = variant;
  const unit = Buffer.from(repeat + padChar.repeat(padCount) + lineEnd);
  let waiting = Buffer.from(prefix);
  let left = count;
  while (left > 0 || waiting.length > 0) {
    const units =
      unit.length === 0 ? left : Math.min(left, Math.ceil((chunkBytes - waiting.length) / unit.length));
    const taken = Math.max(0, units);
    if (taken > 0) waiting = Buffer.concat([waiting, Buffer.alloc(taken * unit.length, unit)]);
    left -= taken;
    yield waiting.subarray(0, chunkBytes);
    waiting = waiting.subarray(chunkBytes);
  }
}
