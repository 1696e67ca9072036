import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SseFramer, type SseFrame } from '@aip-hermes/hermes-client/sse';
import { checkValue } from '../file/check-value.js';
import { Findings } from '../file/findings.js';
import { readJson } from '../file/json-text.js';
import type { Vector } from '../file/scenario.js';

/** Feeds the body of an event stream to the product's parser in three cuttings and compares what it dispatches. */
export function runVector(folder: string, name: string): Promise<readonly string[]> {
  const expectName = name.replace(/\.sse$/u, '.expect.json');
  if (!existsSync(join(folder, name))) return Promise.resolve([`there is no ${name} beside ${expectName}`]);
  const body = readFileSync(join(folder, name));
  const read = readJson(readFileSync(join(folder, expectName)));
  if (read.kind === 'bad') return Promise.resolve([`${expectName} is no JSON: ${read.reason}`]);
  const findings = new Findings();
  checkValue('vector', read.value, { path: '', word: 'vector' }, findings);
  if (findings.problems.length > 0) {
    return Promise.resolve(findings.problems.map((problem) => `${expectName}: ${problem}`));
  }
  // Checked against the table that the type is read from.
  return Promise.resolve(vectorProblems(body, read.value as unknown as Vector));
}

/** What is not as a vector says, one sentence each. */
export function vectorProblems(body: Buffer, vector: Vector): readonly string[] {
  const outside = (vector.cuts ?? []).filter((cut) => cut > body.length);
  return [
    ...outside.map((cut) => `cuts: ${cut} lies behind the end of the body, ${body.length}`),
    ...fixityProblems(body, vector),
    ...cuttings(body, vector.cuts ?? []).flatMap(([cutting, pieces]) =>
      dispatchProblems(pieces, vector).map((problem) => `${cutting}: ${problem}`),
    ),
  ];
}

function fixityProblems(body: Buffer, { bytes, sha256, undispatchedTail }: Vector): readonly string[] {
  const digest = createHash('sha256').update(body).digest('hex');
  return [
    ...(bytes === undefined || bytes === body.length
      ? []
      : [`the body has ${body.length} bytes, not ${bytes}`]),
    ...(sha256 === undefined || sha256 === digest ? [] : [`the SHA-256 of the body is ${digest}`]),
    ...(undispatchedTail === undefined || undispatchedTail === hasTail(body)
      ? []
      : [`the body ${hasTail(body) ? 'does not end' : 'ends'} with a blank line`]),
  ];
}

/** Whether something stands behind the last blank line. */
function hasTail(body: Buffer): boolean {
  const lines = body.toString('utf8').split(/\r\n|\n|\r/u);
  return lines.slice(-2).some((line) => line !== '') || (lines.length < 2 && body.length > 0);
}

function cuttings(body: Buffer, cuts: readonly number[]): readonly (readonly [string, readonly Buffer[]])[] {
  const ends = [...new Set([...cuts, body.length])].sort((a, b) => a - b);
  return [
    ['in one chunk', [body]],
    ['one byte per chunk', Array.from(body, (_, at) => body.subarray(at, at + 1))],
    ['with the given cuts', ends.map((end, index) => body.subarray(ends[index - 1] ?? 0, end))],
  ];
}

function dispatchProblems(pieces: readonly Buffer[], vector: Vector): readonly string[] {
  const framer = new SseFramer();
  const frames: SseFrame[] = [];
  for (const piece of pieces) {
    const fed = framer.feed(piece);
    frames.push(...fed.frames);
    if (fed.fault !== null) return [`the parser stops with ${fed.fault} after ${frames.length} events`];
  }
  const events = frames.map(({ eventName, lastEventId, data }) => ({
    type: eventName ?? 'message',
    lastEventId,
    data,
  }));
  const problems = Array.from({ length: Math.max(events.length, vector.events.length) }, (_, index) => {
    const actual = events[index];
    const expected = vector.events[index];
    const same =
      actual?.type === expected?.type &&
      actual?.lastEventId === expected?.lastEventId &&
      actual?.data === expected?.data;
    return same ? null : `events[${index}]: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`;
  }).filter((problem) => problem !== null);
  const { comments = framer.comments } = vector;
  return comments === framer.comments
    ? problems
    : [...problems, `${framer.comments} comment lines instead of ${comments}`];
}
