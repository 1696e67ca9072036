import type { Json } from '@aip-hermes/aip';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clientOver, FUZZ_KEY, FUZZ_RUN_ID, type GivenAnswer } from './client-over.js';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { mutatedBytes } from './mutated-bytes.js';
import { mutatedJson } from './mutated-json.js';

const signal = new AbortController().signal;
const START: Json = { run_id: FUZZ_RUN_ID, status: 'started', replayed: false };
const FAILURE: Json = { error: { code: 'rate_limited', message: `key ${FUZZ_KEY} has had enough` } };
const STATUS: Json = {
  object: 'hermes.run',
  run_id: FUZZ_RUN_ID,
  status: 'completed',
  created_at: 1_790_000_000.1,
  updated_at: 1_790_000_005.2,
  output: `said ${FUZZ_KEY}`,
  usage: { input_tokens: 11 },
  error: null,
};
const HEALTH: Json = { status: 'ok', platform: 'hermes-agent', version: '0.19.0' };
const CAPABILITIES: Json = { features: { run_submission: true, run_status: true, run_events_sse: true } };

const headers = fc.record(
  {
    'content-type': fc.constantFrom('application/json', 'text/html', ''),
    'retry-after': fc.constantFrom(
      '1',
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      'Wed, 21 Oct 2099 07:28:00 GMT',
      'soon',
      '',
    ),
    'content-encoding': fc.constantFrom('identity', 'br'),
    'idempotency-replayed': fc.constantFrom('true', 'no'),
  },
  { requiredKeys: [] },
);

function answerOf(good: Json, usual: number): fc.Arbitrary<GivenAnswer> {
  const text = mutatedJson(fc.constantFrom(good, good, FAILURE)).map((value) =>
    new TextEncoder().encode(JSON.stringify(value)),
  );
  const bytes = fc.oneof(
    { weight: 3, arbitrary: text },
    { weight: 2, arbitrary: mutatedBytes(text) },
    fc.uint8Array({ maxLength: 40 }),
  );
  const status = fc.oneof({ weight: 5, arbitrary: fc.constant(usual) }, fc.integer({ min: 100, max: 599 }));
  return fc.tuple(status, headers, bytes, fc.nat()).map(([code, fields, body, place]) => {
    const at = body.length === 0 ? 0 : place % body.length;
    return { status: code, headers: fields, reads: [body.subarray(0, at), body.subarray(at)] };
  });
}

const textOf = ({ reads }: GivenAnswer): string => Buffer.concat(reads).toString('utf8');

/** Null: no JSON as a whole. Of a body nested too deeply to be built, the top may be read all the same (C93). */
function documentOf(answer: GivenAnswer): Record<string, unknown> | null {
  try {
    return JSON.parse(textOf(answer)) as Record<string, unknown>;
  } catch {
    expect(textOf(answer)).toMatch(/(?:[[{]\s*(?:"n":)?){20}/);
    return null;
  }
}
const isSuccess = ({ status }: GivenAnswer): boolean => status >= 200 && status < 300;

describe('DESIGN 9.8: what the provider answers', () => {
  it(
    'S3 to S6, G1: to a start is a typed outcome, and accepted only with 2xx and the run id of the body',
    async () => {
      const request = { body: '{}', idempotencyKey: 'k'.repeat(43), headers: {}, timeoutMs: 1000 };
      await fc.assert(
        fc.asyncProperty(answerOf(START, 202), async (answer) => {
          const outcome = await clientOver(answer).startRun(request, signal);
          expect(JSON.stringify(outcome)).not.toContain(FUZZ_KEY);
          if (answer.status >= 400 && answer.status < 500) expect(outcome.kind).toBe('rejected');
          else expect(['accepted', 'unknown']).toContain(outcome.kind);
          if (outcome.kind !== 'accepted') return;
          expect(isSuccess(answer)).toBe(true);
          const document = documentOf(answer);
          if (document === null) expect(textOf(answer)).toContain(JSON.stringify(outcome.runId));
          else expect(document['run_id']).toBe(outcome.runId);
          expect(outcome.runId).toMatch(/^[A-Za-z0-9._~-]{1,512}$/);
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'O8, O9: to a status read is a typed outcome, and a status only with 2xx and a word in the body',
    async () => {
      await fc.assert(
        fc.asyncProperty(answerOf(STATUS, 200), async (answer) => {
          const outcome = await clientOver(answer).readStatus(FUZZ_RUN_ID, signal);
          expect(JSON.stringify(outcome)).not.toContain(FUZZ_KEY);
          expect(outcome.kind === 'not_found').toBe(answer.status === 404);
          if (outcome.kind === 'transient' && outcome.retryAfterMs !== null) {
            expect(Number.isSafeInteger(outcome.retryAfterMs) && outcome.retryAfterMs >= 0).toBe(true);
          }
          if (outcome.kind !== 'status') return;
          expect(isSuccess(answer)).toBe(true);
          const document = documentOf(answer);
          if (document === null) return;
          // An integer too large for a number is read as its digits: a word that means nothing (O8).
          expect(['string', 'number']).toContain(typeof document['status']);
          if (typeof document['run_id'] === 'string') expect(document['run_id']).toBe(FUZZ_RUN_ID);
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'C4: to health and capabilities is a typed finding',
    async () => {
      await fc.assert(
        fc.asyncProperty(answerOf(HEALTH, 200), answerOf(CAPABILITIES, 200), async (health, capabilities) => {
          const found = await clientOver(health, capabilities).checkHealth(signal);
          expect(['up', 'foreign', 'unauthorised', 'down']).toContain(found.kind);
          expect(JSON.stringify(found)).not.toContain(FUZZ_KEY);
          if (found.kind === 'up') expect(isSuccess(health)).toBe(true);
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});
