import type { Json } from '@aip-hermes/aip';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { APPROVED, cancel, context, delegationRequest, envelope } from '../support/commands.js';
import { provider } from '../support/happy-run.js';
import { deadLetters } from '../support/replies.js';
import { World } from '../support/world.js';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { mutatedBytes } from './mutated-bytes.js';
import { mutatedJson } from './mutated-json.js';

const encode = (value: Json): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
const decode = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Good commands of every kind, about few ids, so that they meet. */
function goodCommands(): readonly Json[] {
  const world = new World({ script: provider() });
  const resume = { resume: { source_action_id: 'act_1', choice: 'once', resolve_all: false } };
  const objective = {
    objective: 'Look.',
    context: { a: [1, 2.5, 'x'] },
    candidate_capabilities: ['cap:a:b'],
    constraints: { n: 1 },
  };
  return [
    world.action('act_1'),
    world.action('act_1', { objective: 'Something else' }),
    world.action('act_2', objective, { approval: APPROVED, mode: 'async', timeout_ms: 60_000 }),
    {
      ...world.action('act_3'),
      ...context({ deadline: '2027-01-01T00:00:00Z', approvalUntil: '2027-01-01T00:00:00Z' }),
    },
    world.action('act_4', resume),
    cancel(world, { action: 'act_1' }),
    cancel(world, { session: 'sess_1' }),
    delegationRequest(world, 'act_5'),
    envelope(world, 'aip.core.v1.ack', { ack: { status: 'accepted', message_id: 'msg_1' } }),
  ];
}

const good = fc.constantFrom(...goodCommands());
const command = fc.oneof(
  { weight: 6, arbitrary: mutatedJson(good).map(encode) },
  { weight: 3, arbitrary: mutatedBytes(good.map(encode)) },
  { weight: 2, arbitrary: mutatedBytes(mutatedJson(good).map(encode)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
);

/** The message id that a record would be answered by, if any. */
function messageIdOf(bytes: Uint8Array): unknown {
  const value = JSON.parse(decode(bytes)) as Record<string, unknown>;
  const id = value['message_id'];
  // A reply is well-formed text, whatever the message was.
  return typeof id === 'string' ? id.toWellFormed() : id;
}

/** Records before one good command: each is a case, and they meet each other. */
const RECORDS = 10;

/** What every record must leave: an answer, or a dead letter with exactly its bytes. */
async function expectAllAccounted(world: World, records: readonly Uint8Array[]): Promise<void> {
  const letters = new Map<string, Uint8Array | null>();
  for (const { offset, value } of await deadLetters(world)) letters.set(offset ?? '', value);
  const answered = new Set((await world.published('results')).map(({ value }) => value['in_response_to']));
  records.forEach((bytes, index) => {
    const letter = letters.get(String(index));
    if (letter !== undefined)
      expect(letter === null ? null : Buffer.from(letter)).toEqual(Buffer.from(bytes));
    else expect(answered).toContain(messageIdOf(bytes));
  });
}

it(
  'DESIGN 9.8, G6, G11: whatever bytes come, each record is answered or a dead letter with its bytes, and the next one runs',
  async () => {
    const cases = fc.array(command, { minLength: RECORDS, maxLength: RECORDS });
    await fc.assert(
      fc.asyncProperty(cases, async (records) => {
        const world = new World({ script: provider() });
        await world.boot();
        for (const bytes of records) await world.deliver(bytes);
        await world.deliver(world.action('act_behind'));
        await world.settle();
        expect(world.failures).toEqual([]);
        expect((await world.binding('act_behind'))?.binding.status).toBe('completed');
        await expectAllAccounted(world, records);
        world.crash();
      }),
      fuzzParameters(RECORDS),
    );
  },
  FUZZ_TIMEOUT_MS,
);
