import type { Json } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { caseBytes, caseFile } from '../support/case-file.js';
import { context, envelope, type Members } from '../support/commands.js';
import { provider } from '../support/happy-run.js';
import { eventsOf, resultOf, resultsOf } from '../support/published.js';
import { decided, deadLetters, repliesTo, replyTo } from '../support/replies.js';
import { World, type WorldOptions } from '../support/world.js';

const STARTS = /^\/v1\/runs$/;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

async function worldOf(options: Partial<WorldOptions> = {}): Promise<World> {
  const world = new World({ script: provider(), ...options });
  await world.boot();
  return world;
}

/** Delivers records and a good command behind them, which must run. */
async function before(world: World, ...values: readonly (Uint8Array | Members)[]): Promise<void> {
  for (const value of values) await world.deliver(value);
  await world.deliver(world.action('act_good'));
  await world.settle();
  expect((await resultOf(world, 'act_good')).status).toBe('completed');
  expect(world.provider.count('POST', STARTS)).toBe(1);
  expect(world.failures).toEqual([]);
}

const valid = (world: World, more: Members = {}): Members => ({ ...world.action('act_bad'), ...more });
const nested = (levels: number, open: string, close: string): string =>
  open.repeat(levels) + close.repeat(levels);
/** A command whose context is this JSON text. */
const withContext = (world: World, json: string): Uint8Array =>
  text(JSON.stringify(world.action('act_bad', { objective: 'x', context: '@' })).replace('"@"', json));

describe('what is no command is a dead letter with its bytes, and the partition goes on', () => {
  it.each<[string, (world: World) => Uint8Array | Members, string]>([
    ['an empty value', () => text(''), 'empty'],
    ['white space', () => text(' \n\t'), 'empty'],
    ['text', () => text('hello'), 'not_json'],
    ['cut JSON', (world) => text(JSON.stringify(valid(world)).slice(0, -1)), 'not_json'],
    ['JSON and more', (world) => text(`${JSON.stringify(valid(world))}{}`), 'not_json'],
    ['a byte order mark', (world) => text(`\uFEFF${JSON.stringify(valid(world))}`), 'not_json'],
    ['invalid UTF-8', () => Uint8Array.of(0x22, 0xc3, 0x28, 0x22), 'not_utf8'],
    ['a number', () => text('12'), 'not_an_envelope'],
    ['null', () => text('null'), 'not_an_envelope'],
    ['a list', (world) => text(JSON.stringify([valid(world)])), 'not_an_envelope'],
    ['another version', (world) => valid(world, { aip_version: '2.0' }), 'not_an_envelope'],
    ['an unknown type', (world) => valid(world, { message_type: 'aip.core.v9.action' }), 'not_an_envelope'],
    [
      'a type that is not the body',
      (world) => valid(world, { message_type: 'aip.core.v1.cancel' }),
      'not_an_envelope',
    ],
    [
      'two bodies',
      (world) => valid(world, { body: { ...(valid(world)['body'] as Members), ack: {} } }),
      'not_an_envelope',
    ],
    ['no body', (world) => valid(world, { body: {} }), 'not_an_envelope'],
    ['an unknown member', (world) => valid(world, { extra: 1 }), 'not_an_envelope'],
    ['an empty message id', (world) => valid(world, { message_id: '' }), 'not_an_envelope'],
    ['a date that is none', (world) => valid(world, { sent_at: 'yesterday' }), 'not_an_envelope'],
    ['a null input', (world) => world.action('act_bad', null), 'not_an_envelope'],
    [
      'a member __proto__ beside the body',
      (world) => text(JSON.stringify(valid(world)).replace('{', '{"__proto__":{"polluted":true},')),
      'not_an_envelope',
    ],
    ['200 open brackets', () => text('['.repeat(200)), 'too_deep'],
    ['deep nesting that is no JSON', () => text(`${nested(200, '[', ']')}]`), 'too_deep'],
    ['two equal members, then no JSON', () => text('{"a":1,"a":2,'), 'duplicate_member'],
    ['two equal members in what is no envelope', () => text('{"a":1,"a":2}'), 'duplicate_member'],
    ['a big integer in what is no envelope', () => text('[9007199254740993]'), 'unsafe_integer'],
  ])('G11: %s', async (_, make, reason) => {
    const world = await worldOf();
    const made = make(world);
    const bytes = made instanceof Uint8Array ? made : text(JSON.stringify(made));
    await before(world, bytes);
    const [letter, ...others] = await deadLetters(world);
    expect(others).toEqual([]);
    expect(letter).toMatchObject({ reason, partition: '0', offset: '0' });
    expect(Buffer.from(letter?.value ?? [])).toEqual(Buffer.from(bytes));
    expect(letter?.message).toMatch(/./);
    expect({}).not.toHaveProperty('polluted');
  });

  it('G11: a record without a value', async () => {
    const world = await worldOf();
    const decidedOffsets: number[] = [];
    await world.process.connector.handle({
      partition: 0,
      records: [
        {
          topic: 'commands',
          partition: 0,
          offset: 7,
          key: 'act_1',
          value: null,
          headers: {},
          timestampMs: 0,
        },
      ],
      decided: (offset) => void decidedOffsets.push(offset),
      signal: new AbortController().signal,
    });
    expect(decidedOffsets).toEqual([7]);
    expect(await deadLetters(world)).toMatchObject([{ reason: 'empty', value: null, offset: '7' }]);
  });

  it('G11, G13: a value over the limit, by one byte', async () => {
    const world = await worldOf({ ingress: { maxCommandBytes: 2_000 } });
    const fits = text('x'.repeat(2_000));
    const over = text('x'.repeat(2_001));
    await before(world, fits, over);
    expect(await deadLetters(world)).toMatchObject([
      { reason: 'not_json' },
      { reason: 'too_large', value: over },
    ]);
  });

  it('G11: a redelivery of a bad record under a new offset is a letter of its own, the same offset is not', async () => {
    const world = await worldOf();
    await before(world, text('a'), text('a'));
    world.crash();
    await world.boot();
    await world.clock.advance(1_000);
    expect((await deadLetters(world)).map(({ offset }) => offset)).toEqual(['0', '1']);
  });

  it('C61: truncated, empty, array, number, bad UTF-8, unknown type, then a good command', async () => {
    const world = await worldOf();
    const names = [
      'C61-truncated.bin',
      'C61-empty.bin',
      'C61-array.bin',
      'C61-number.bin',
      'C61-bad-utf8.bin',
      'C61-unknown-type.json',
    ];
    for (const name of [...names, 'C61-good.json']) await world.deliver(caseBytes(name));
    await world.settle();
    const letters = await deadLetters(world);
    expect(letters.map(({ offset }) => offset)).toEqual(['0', '1', '2', '3', '4', '5']);
    names.forEach((name, index) =>
      expect(Buffer.from(letters[index]?.value ?? [])).toEqual(Buffer.from(caseBytes(name))),
    );
    expect((await resultOf(world, 'act_0197f3a2b4c07d1e8a5b6c7d8e9f003d')).status).toBe('completed');
    expect(world.decided).toBe(7);
  });
});

describe('a valid command in JSON that is not exact is refused with a code', () => {
  const code = 'action.invalid_input';

  it.each<[string, (world: World) => Uint8Array]>([
    ['an integer beyond 2^53 - 1', (world) => withContext(world, '{"ref":9007199254740993}')],
    ['a negative one', (world) => withContext(world, '-9007199254740993')],
    ['a number beyond the doubles', (world) => withContext(world, '1e400')],
    ['two equal members', (world) => withContext(world, '{"a":1,"a":1}')],
    ['two members __proto__', (world) => withContext(world, '{"__proto__":1,"__proto__":2}')],
    ['a lone surrogate', (world) => withContext(world, '"\\ud83d"')],
    ['a lone surrogate in a name', (world) => withContext(world, '{"\\ude00":1}')],
    ['nesting beyond 128 levels', (world) => withContext(world, nested(200, '[', ']'))],
    [
      'a fault at a long path',
      (world) => withContext(world, `{"${'n'.repeat(1_200_000)}":9007199254740993}`),
    ],
  ])('B2: %s', async (_, make) => {
    const world = await worldOf();
    await before(world, make(world));
    expect(await resultsOf(world, 'act_bad')).toMatchObject([
      { status: 'failed', error: { code, details: { rule: 'B2' } } },
    ]);
    expect(await deadLetters(world)).toEqual([]);
    expect(await world.binding('act_bad')).toBeNull();
  });

  it('B2: 2^53 - 1 and 1e20 are exact enough', async () => {
    const world = await worldOf();
    await world.deliver(withContext(world, '[9007199254740991,-9007199254740991,1e20,1.0]'));
    await world.settle();
    expect((await resultOf(world, 'act_bad')).status).toBe('completed');
  });

  it('B2, M6, M3: an inexact cancel gets an error, an inexact delegation_request a delegation_result', async () => {
    const world = await worldOf();
    const stop = envelope(world, 'aip.core.v1.cancel', {
      cancel: { target: { action: 'act_1' }, reason: '@' },
    });
    await before(world, text(JSON.stringify(stop).replace('"@"', '"\\ud800"')));
    expect(await replyTo(world, stop)).toMatchObject({ kind: 'error', body: { code } });
  });

  it('B2: a refusal of inexact input redelivered is recorded once', async () => {
    const world = await worldOf();
    const bytes = withContext(world, '9007199254740993');
    await before(world, bytes, bytes);
    expect(await resultsOf(world, 'act_bad')).toHaveLength(1);
  });

  it('C88: commands with neighbouring large integers are refused; other messages with such are dead letters', async () => {
    const world = await worldOf();
    for (const name of [
      'C88-input-a.json',
      'C88-input-b.json',
      'C88-sequence-odd.json',
      'C88-sequence-even.json',
    ])
      await world.deliver(caseBytes(name));
    await decided(world);
    const results = await resultsOf(world, 'act_0197f3a2b4c07d1e8a5b6c7d8e9f0058');
    expect(results.map(({ status, error }) => [status, error?.code])).toEqual([
      ['failed', code],
      ['failed', code],
    ]);
    const letters = await deadLetters(world);
    expect(letters.map(({ value }) => Buffer.from(value ?? []).toString())).toEqual([
      caseFile('C88-sequence-odd.json'),
      caseFile('C88-sequence-even.json'),
    ]);
    expect(world.provider.seen).toEqual([]);
  });

  it('C91: ill-formed text is refused with a code, and what is published is well-formed', async () => {
    const world = await worldOf();
    await world.deliver(caseBytes('C91-command.json'));
    await decided(world);
    expect((await resultOf(world, 'act_0197f3a2b4c07d1e8a5b6c7d8e9f005b')).error?.code).toBe(code);
    expect(world.provider.seen).toEqual([]);
    expect(JSON.stringify(await world.published('results'))).not.toMatch(/\\ud[89a-f]/);
  });
});

describe('C93: deep nesting', () => {
  interface Generated {
    readonly variants: readonly {
      readonly name: string;
      readonly open: string;
      readonly close: string;
      readonly levels: number;
      readonly at: string;
    }[];
    readonly expect: { readonly rejected: readonly string[]; readonly accepted: readonly string[] };
  }
  const { variants, expect: expected } = JSON.parse(caseFile('C93-generated.json')) as Generated;
  const commands = variants.filter(({ at }) => at === 'body.action.input.context');

  it.each(commands)('C93, B2: a context of $levels $name', async ({ name, open, close, levels }) => {
    const world = await worldOf();
    const core = open.endsWith(':') ? '1' : '';
    await world.deliver(withContext(world, open.repeat(levels) + core + close.repeat(levels)));
    await world.settle();
    const { status } = await resultOf(world, 'act_bad');
    expect(status).toBe(expected.accepted.includes(name) ? 'completed' : 'failed');
    expect(expected.accepted.includes(name)).toBe(!expected.rejected.includes(name));
  });
});

describe('cases of good and colliding commands', () => {
  it('C49, B3: a key that is no header value; the same id with other input is a collision', async () => {
    const world = await worldOf();
    const id = 'act_0197f3a2b4c07d1e8a5b6c7d8e9f0031';
    await world.deliver(caseBytes('C49-command-a.json'));
    await world.settle();
    const rows = await world.events(id);
    await world.deliver(caseBytes('C49-command-b.json'));
    await world.settle();
    expect((await resultsOf(world, id)).map(({ status, error }) => [status, error?.code])).toEqual([
      ['completed', undefined],
      ['failed', 'connector.hermes_agent.operator_policy'],
    ]);
    expect(await world.events(id)).toEqual(rows);
    expect(world.provider.seen[0]?.headers['idempotency-key']).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  it('C55, M9: a run of 15 minutes, redelivered three times, is accepted at once and starts once', async () => {
    const done = { event: { event: 'run.completed', output: 'All good.' } };
    const world = await worldOf({
      policy: { timeout_ms: 1_800_000 },
      script: provider({ events: () => ({ frames: [{ waitMs: 900_000 }, done] }) }),
    });
    const id = 'act_0197f3a2b4c07d1e8a5b6c7d8e9f0037';
    for (const pause of [60_000, 300_000, 0]) {
      await world.deliver(caseBytes('C55-command.json'));
      await world.clock.advance(1_000);
      expect(world.decided).toBe(world.delivered);
      await world.clock.advance(pause);
    }
    await world.settle();
    await world.deliver(caseBytes('C55-command.json'));
    await world.settle();
    expect(world.provider.count('POST', STARTS)).toBe(1);
    expect(await eventsOf(world, id, 'InvocationAccepted')).toHaveLength(1);
    expect((await resultOf(world, id)).status).toBe('completed');
  });

  it('C90, I10: prototype names travel as plain data; the id __proto__ is refused and names no stream', async () => {
    const world = await worldOf();
    await world.deliver(caseBytes('C90-command.json'));
    await world.deliver(caseBytes('C90-proto-id.json'));
    await world.settle();
    const [start] = world.provider.seen;
    const input = (JSON.parse(start?.body ?? '{}') as Record<string, string>)['input'] ?? '';
    expect(input).toContain('"context":{"__proto__":{"polluted":true},"constructor"');
    expect((await resultOf(world, 'act_0197f3a2b4c07d1e8a5b6c7d8e9f005a')).status).toBe('completed');
    expect((await resultOf(world, '__proto__')).error?.code).toBe('action.invalid_input');
    expect({}).not.toHaveProperty('polluted');
    expect(Object.prototype.toString.call(null)).toBe('[object Null]');
  });
});

describe('whatever comes, nothing is lost', () => {
  const SEEDS = [1, 2, 3, 4, 5];
  const CASES = 100;

  it.each(SEEDS)('G6, G11: seed %i: a hundred random or mutated records', async (seed) => {
    const rejected: unknown[] = [];
    const world = await worldOf({ seed, bus: { onSetback: (error) => void rejected.push(error) } });
    const { random } = world;
    const seedMessages = (): Members[] => [
      world.action(`act_${random.below(20)}`),
      {
        ...world.action(`act_${random.below(20)}`),
        ...context({ tenant: random.pick(['tenant-a', 'tenant-b']) }),
      },
      world.action(`act_${random.below(20)}`, {
        resume: { source_action_id: `act_${random.below(20)}`, choice: 'once' },
      }),
      envelope(world, 'aip.core.v1.cancel', { cancel: { target: { action: `act_${random.below(20)}` } } }),
      envelope(world, 'aip.core.v1.cancel', { cancel: { target: { session: 'sess_1' } } }),
    ];
    const records: Uint8Array[] = [];
    for (let nth = 0; nth < CASES; nth += 1) {
      const [first, ...others] = seedMessages();
      const message = random.pick([first ?? {}, ...others]);
      records.push(mangled(message, random));
    }
    for (const bytes of records) await world.deliver(bytes);
    await world.settle();
    await world.clock.advance(1_000);
    expect(world.failures, `seed ${seed}`).toEqual([]);
    expect(rejected, `seed ${seed}: a batch was rejected by what a record holds`).toEqual([]);
    expect(
      world.lines.filter(({ level }) => level === 'error'),
      `seed ${seed}`,
    ).toEqual([]);
    const letters = new Set((await deadLetters(world)).map(({ offset }) => offset));
    for (const [offset, bytes] of records.entries()) {
      if (letters.has(String(offset))) continue;
      const message = JSON.parse(new TextDecoder().decode(bytes)) as Members;
      const replies = await repliesTo(world, message);
      expect(replies.length, `seed ${seed}, offset ${offset}: ${JSON.stringify(message)}`).toBeGreaterThan(0);
    }
  });
});

/** Random bytes, the message with flipped bytes, or the message with one member replaced, removed or added. */
function mangled(message: Members, random: World['random']): Uint8Array {
  const bytes = text(JSON.stringify(message));
  switch (random.below(4)) {
    case 0:
      return Uint8Array.from({ length: random.below(300) }, () => random.below(256));
    case 1: {
      for (let flips = 1 + random.below(3); flips > 0; flips -= 1)
        bytes[random.below(bytes.length)] = random.below(256);
      return bytes;
    }
    case 2:
      return text(JSON.stringify(mutated(message, random)));
    default:
      return bytes;
  }
}

const ODD: readonly [Json, ...Json[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  '',
  ' ',
  'x',
  '__proto__',
  [],
  {},
  [[]],
  { a: 1 },
  'é'.repeat(3_000),
];

/** A copy with one change somewhere in it. */
function mutated(value: Json, random: World['random']): Json {
  if (typeof value !== 'object' || value === null) return random.pick(ODD);
  if (Array.isArray(value))
    return value.length === 0 ? [random.pick(ODD)] : (value as Json[]).map((item) => mutated(item, random));
  const object = value as Members;
  const members = Object.entries(object);
  const target = members[random.below(members.length)];
  if (target === undefined || random.chance(0.1))
    return { ...object, [random.pick(['extra', 'constructor', 'input'])]: random.pick(ODD) };
  const [name, member] = target;
  if (random.chance(0.1)) return Object.fromEntries(members.filter(([other]) => other !== name));
  return { ...object, [name]: random.chance(0.2) ? random.pick(ODD) : mutated(member, random) };
}
