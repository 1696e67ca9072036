import type { Json } from '@aip-hermes/aip';
import type { ProviderEvent, StreamEndReason } from '@aip-hermes/hermes-client';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { clientOver, FUZZ_KEY, FUZZ_RUN_ID } from './client-over.js';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { mutatedBytes } from './mutated-bytes.js';
import { mutatedJson } from './mutated-json.js';

const HEADERS = { 'content-type': 'text/event-stream' };
const FRAME_LIMIT = 1024 * 1024;

const EVENTS: readonly Json[] = [
  { event: 'message.delta', run_id: FUZZ_RUN_ID, timestamp: 1_790_000_000.5, delta: 'Grüße 🌍' },
  { event: 'reasoning.available', run_id: FUZZ_RUN_ID, text: 'a\nb' },
  { event: 'tool.started', run_id: FUZZ_RUN_ID, tool: 'terminal', preview: `curl -H "Bearer ${FUZZ_KEY}"` },
  { event: 'approval.request', run_id: FUZZ_RUN_ID, request_id: 'req_1', choices: ['once', 'deny'] },
  { event: 'run.completed', run_id: FUZZ_RUN_ID, output: 'done', usage: { input_tokens: 11 } },
  { event: 'run.failed', run_id: FUZZ_RUN_ID, error: 'no' },
];

const frame = fc
  .tuple(
    mutatedJson(fc.constantFrom(...EVENTS), 1),
    fc.constantFrom('\n', '\r\n', '\r'),
    fc.constantFrom('', 'event: run.completed', 'id: 7', 'retry: 1', ': still here', 'data:'),
  )
  .map(([value, end, line]) => `${line === '' ? '' : line + end}data: ${JSON.stringify(value)}${end}${end}`);
const body = fc.array(frame, { maxLength: 6 }).map((frames) => new TextEncoder().encode(frames.join('')));

/** A line about as long as a frame may be, now and then. */
const long = fc
  .tuple(fc.integer({ min: -40, max: 40 }), fc.constantFrom('data: "', 'x', ': ', 'event: '), body)
  .map(([off, start, before]) =>
    Buffer.concat([before, Buffer.from(start), Buffer.alloc(FRAME_LIMIT + off, 0x61), Buffer.from('\n\n')]),
  );
const anyBody = fc.oneof(
  { weight: 60, arbitrary: mutatedBytes(body) },
  { weight: 20, arbitrary: fc.uint8Array({ maxLength: 80 }) },
  { weight: 1, arbitrary: long },
);

interface Seen {
  readonly events: readonly ProviderEvent[];
  readonly end: StreamEndReason | null;
}

async function seen(reads: readonly Uint8Array[]): Promise<Seen> {
  const events: ProviderEvent[] = [];
  let end: StreamEndReason | null = null;
  const client = clientOver({ status: 200, headers: HEADERS, reads });
  for await (const read of client.openEvents(FUZZ_RUN_ID, new AbortController().signal)) {
    expect(end).toBeNull();
    events.push(...read.events);
    end = read.end?.reason ?? null;
  }
  return { events, end };
}

function cut(bytes: Uint8Array, places: readonly number[]): readonly Uint8Array[] {
  const at = [...new Set(places.map((place) => (bytes.length === 0 ? 0 : place % bytes.length)))].sort(
    (a, b) => a - b,
  );
  return [0, ...at].map((from, index) => bytes.subarray(from, at[index] ?? bytes.length));
}

it(
  'DESIGN 9.8, O4: any bytes of an event stream give the same events and the same end however they are cut',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyBody, fc.array(fc.nat(), { maxLength: 12 }), async (bytes, cuts) => {
        const whole = await seen([bytes]);
        expect(['closed', 'decode', 'frame_limit']).toContain(whole.end);
        expect(JSON.stringify(whole)).not.toContain(FUZZ_KEY);
        expect(await seen(cut(bytes, cuts))).toEqual(whole);
        if (bytes.length < 400)
          expect(await seen(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole);
      }),
      fuzzParameters(),
    );
  },
  FUZZ_TIMEOUT_MS,
);
