import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Deployment } from './deployment.js';

let here: Deployment;
beforeEach(() => {
  here = new Deployment();
});
afterEach(() => here.remove());

const action = (id: string, objective: string): Record<string, unknown> => ({
  id,
  capability_id: 'cap:hermes_agent:simulator:operator',
  input: { objective },
  mode: 'streaming',
  idempotency_key: `key-${id}`,
});

const cancel = (id: string, messageId: string): Record<string, unknown> => ({
  aip_version: '1.0',
  message_type: 'aip.core.v1.cancel',
  message_id: messageId,
  sent_at: new Date().toISOString(),
  body: { cancel: { target: { action: id } } },
});

describe('submit', () => {
  it('G6: stores without a service and says so; up takes it', async () => {
    const stored = await here.run([
      'submit',
      here.file('a.json', JSON.stringify(action('act_1', 'SCRIPT=plain'))),
      '--json',
    ]);
    expect(stored.code).toBe(0);
    expect(stored.values).toMatchObject([{ action_id: 'act_1' }]);
    expect(stored.errors).toContain('No service runs here');
    expect((await here.run(['watch', 'act_1', '--timeout', '0.2'])).code).toBe(124);
    await here.up();
    const watched = await here.run(['watch', 'act_1', '--json']);
    expect(watched.code).toBe(0);
    expect(watched.values.at(-1)).toMatchObject({
      topic: 'results',
      key: 'act_1',
      value: { body: { action_result: { status: 'completed' } } },
    });
  });

  it('takes several at once from stdin: array and JSON Lines, envelopes and bare Actions', async () => {
    const lines = [action('act_1', 'SCRIPT=plain'), cancel('act_nobody', 'msg_c')].map((it) =>
      JSON.stringify(it),
    );
    const stored = await here.run(['submit', '-', '--json'], lines.join('\n'));
    expect(stored.values.map(({ action_id }) => action_id)).toEqual(['act_1', 'act_nobody']);
    expect(stored.values[1]).toEqual({ message_id: 'msg_c', action_id: 'act_nobody' });
    const array = await here.run(
      ['submit', '-', '--json'],
      JSON.stringify([action('act_2', 'x'), action('act_3', 'y')]),
    );
    expect(array.values).toHaveLength(2);
    await here.up();
    const refused = await here.run(['watch', 'act_nobody', '--json']);
    expect(refused.code).toBe(3);
    expect(refused.values).toMatchObject([
      { value: { in_response_to: 'msg_c', body: { error: { error: { code: 'resource.not_found' } } } } },
    ]);
  });

  it('DESIGN 4, B7: honours the execution context of an envelope', async () => {
    const actor = {
      principal: { id: 'agent:planner', kind: 'agent' },
      scheme: 'bearer',
      issuer: 'https://issuer.example',
      authenticated_at: new Date().toISOString(),
    };
    const tenant = { tenant: { id: 'tenant-7' }, membership_id: 'm', verified_at: new Date().toISOString() };
    const envelope = {
      aip_version: '1.0',
      message_type: 'aip.core.v1.action',
      message_id: 'msg_with_context',
      sent_at: new Date().toISOString(),
      body: { action: action('act_1', 'SCRIPT=plain') },
      extensions: { 'aip.execution_context.v1': { actor, tenant } },
    };
    await here.up();
    const stored = await here.run(['submit', '-', '--json'], JSON.stringify(envelope));
    expect(stored.values).toEqual([{ message_id: 'msg_with_context', action_id: 'act_1' }]);
    expect((await here.run(['watch', 'act_1'])).code).toBe(0);
    expect((await here.run(['show', 'act_1', '--json'])).values).toMatchObject([
      { principal: { id: 'agent:planner', kind: 'agent' }, tenant: { id: 'tenant-7', system: null } },
    ]);
  });

  it('tells every problem with its path, stores nothing, ends with 2', async () => {
    const bad = [{ ...action('act_1', 'x'), mode: 'fast', surplus: 1 }, action('act_2', 'y')];
    const refused = await here.run(['submit', '-'], JSON.stringify(bad));
    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(/\/mode/);
    expect(refused.errors).toMatch(/\/surplus/);
    expect((await here.run(['watch', 'act_2'])).code).toBe(6);
  });

  it('G11: --raw sends any bytes; they end as a dead letter with exactly these bytes', async () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x00, 0x7d);
    const stored = await here.run(['submit', here.file('raw', bytes), '--raw', '--json']);
    expect(stored.values).toEqual([{ message_id: null, action_id: null }]);
    await here.up();
    const bus = openSqliteBus({ file: join(here.data, 'bus.db'), readOnly: true });
    const stop = new AbortController();
    try {
      for await (const { records } of bus.reader.read({
        topics: ['dead_letters'],
        follow: true,
        signal: stop.signal,
      })) {
        const [letter] = records;
        if (letter === undefined) continue;
        expect([...(letter.value ?? [])]).toEqual([...bytes]);
        expect(letter.headers['aip-dead-letter-reason']).toBe('not_utf8');
        break;
      }
    } finally {
      await bus.close();
    }
  });

  it.each([
    ['neither file nor objective', []],
    ['both', ['x.json', '--objective', 'y']],
    ['an option of the objective with a file', ['x.json', '--mode', 'sync']],
    ['a file that is not there', ['/nowhere/x.json']],
    ['an unknown option', ['--nonsense']],
    ['an unknown mode', ['--objective', 'x', '--mode', 'fast']],
    ['an empty objective id', ['--objective', 'x', '--id', '']],
    ['an empty objective', ['--objective', '']],
    ['a blank objective', ['--objective', ' \t\u2003']],
  ])('usage: %s ends with 2', async (_name, args) => {
    const refused = await here.run(['submit', ...args]);
    expect(refused.code).toBe(2);
    expect(refused.errors).not.toBe('');
    expect((await here.run(['watch', 'act_1'])).code).toBe(6);
  });

  it('a data directory that cannot be made is a usage error, at once', async () => {
    // Node's own way to make folders never ends here.
    const refused = await here.command(['submit', '--objective', 'x', '--data', '/proc/nope/deep']);
    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(/data directory \/proc\/nope\/deep cannot be used: .*--data/);
  });

  it('an endpoint that nobody knows is refused where all are known', async () => {
    const ask = ['submit', '--objective', 'x', '--endpoint', 'nope'];
    expect((await here.run(ask)).code).toBe(0);
    await here.up();
    const refused = await here.run(ask);
    expect(refused.code).toBe(2);
    expect(refused.errors).toContain('There is no endpoint nope. Known are: simulator.');
  });

  it('what is stored and not taken is told with a command that works when copied', async () => {
    const stored = await here.run(['submit', '--objective', 'SCRIPT=plain', '--id', 'act_1']);
    expect(stored.lines).toEqual([
      `stored act_1; follow it with: aip-hermes watch act_1 --data ${here.data}`,
    ]);
    for (const command of ['show', 'audit']) {
      const { code, errors } = await here.run([command, 'act_1']);
      expect([command, code]).toEqual([command, 6]);
      expect(errors).toMatch(/act_1 is stored, but not taken yet; .*aip-hermes up --data/);
    }
    const waited = await here.run(['watch', 'act_1', '--timeout', '0.1']);
    expect(waited.code).toBe(124);
    expect(waited.errors).toContain(`start one with: aip-hermes up --data ${here.data}`);
  });
});

describe('watch', () => {
  it('shows what comes while it watches, as text for a person', async () => {
    await here.up();
    const id = await here.submit('SCRIPT=run-tool-with-reasoning');
    const watched = await here.run(['watch', id]);
    expect(watched.code).toBe(0);
    expect(watched.lines.join('\n')).toMatch(
      /> terminal ls -a[\s\S]*< terminal[\s\S]*Nothing there\.[\s\S]*completed/,
    );
    expect(watched.lines.join('\n')).not.toContain('\u001b');
  });

  it.each([
    ['failed', 'FAULT=start-422', 3],
    ['outcome unknown', 'FAULT=lost-202', 5],
  ])('%s: the exit code tells the end', async (_name, objective, code) => {
    await here.up();
    const id = await here.submit(objective);
    expect((await here.run(['watch', id])).code).toBe(code);
  });

  it('an unknown id ends with 6', async () => {
    await here.up();
    expect((await here.run(['watch', 'act_nobody'])).code).toBe(6);
  });

  it('a time-out ends with 124, or with 8 when a person must decide', async () => {
    await here.up();
    const long = await here.submit('SCRIPT=long');
    expect((await here.run(['watch', long, '--timeout', '0.2', '--json'])).code).toBe(124);
    const asking = await here.submit('SCRIPT=approval');
    const watch = here.start(['watch', asking, '--json']);
    await watch.line((line) => line.includes('requires_human'));
    expect((await here.run(['watch', asking, '--timeout', '0.2'])).code).toBe(8);
  });

  it('B3, G5: what is refused about an ended Action is told and does not change its exit code', async () => {
    await here.up();
    const send = (it: unknown): Promise<unknown> => here.run(['submit', '-'], JSON.stringify(it));
    await send(action('act_1', 'SCRIPT=plain'));
    expect((await here.run(['watch', 'act_1'])).code).toBe(0);
    await send(action('act_1', 'SCRIPT=plain, but otherwise'));
    const refused = await here.run(['watch', 'act_1', '--json']);
    expect(refused.code).toBe(0);
    expect(JSON.stringify(refused.values.at(-1))).toContain('operator_policy');
    await send(action('act_1', 'SCRIPT=plain'));
    expect((await here.run(['watch', 'act_1'])).code).toBe(0);
    await send(cancel('act_1', 'msg_late_cancel'));
    const late = await here.run(['watch', 'act_1', '--json']);
    expect(late.code).toBe(0);
    expect(late.values.at(-1)).toMatchObject({ value: { body: { ack: { status: 'rejected' } } } });
    expect((await here.run(['watch', 'act_1'])).lines.join('\n')).toMatch(
      /act_1 rejected \(answer to msg_late_cancel\)/,
    );
  });

  it('a rejecting ack ends with 3 while the run goes on, again and again; --run waits for the run', async () => {
    await here.up();
    const id = await here.submit('SCRIPT=long');
    await here.run(['submit', '-'], JSON.stringify(cancel(id, 'msg_cancel')));
    for (const _ of [1, 2]) {
      const { code, errors } = await here.run(['watch', id]);
      expect(code).toBe(3);
      expect(errors).toContain(`aip-hermes watch ${id} --run --data ${here.data}`);
    }
    expect((await here.run(['watch', id, '--run', '--timeout', '0.2'])).code).toBe(124);
  });
});

describe('show, list and audit', () => {
  it('work while up runs and after it stopped', async () => {
    const up = await here.up();
    const id = await here.submit('SCRIPT=run-tool-with-reasoning');
    await here.run(['watch', id]);
    const look = async (): Promise<void> => {
      const shown = await here.run(['show', id, '--json']);
      expect(shown.values).toMatchObject([
        {
          action_id: id,
          status: 'completed',
          delegation_id: null,
          open_prompts: [],
          last_event: 'run.completed',
        },
      ]);
      const listed = await here.run(['list', '--json']);
      expect(listed.values).toMatchObject([{ action_id: id, status: 'completed', endpoint_id: 'simulator' }]);
      const audited = await here.run(['audit', id, '--json']);
      expect(audited.code).toBe(0);
      const [audit] = audited.values as [{ verdicts: { verdict: string }[]; messages: unknown[] }];
      expect(audit.verdicts.filter(({ verdict }) => verdict === 'broken')).toEqual([]);
      const watched = await here.run(['watch', id, '--json']);
      expect(audit.messages).toEqual(watched.values);
    };
    await look();
    expect(await up.kill('SIGTERM')).toBe(0);
    await look();
  });

  it('E1: a refused id has an audit with its rejections, and no binding to show', async () => {
    await here.up();
    await here.run(
      ['submit', '-'],
      JSON.stringify({ ...action('act_1', 'x'), capability_id: 'cap:hermes_agent:other:operator' }),
    );
    expect((await here.run(['watch', 'act_1'])).code).toBe(3);
    const audited = await here.run(['audit', 'act_1', '--json']);
    expect(audited.values).toMatchObject([{ binding: null, events: [{ type: 'CommandRefused' }] }]);
    const shown = await here.run(['show', 'act_1']);
    expect(shown.code).toBe(6);
    expect(shown.errors).toContain('audit act_1');
    expect((await here.run(['audit', '--all'])).code).toBe(0);
  });

  it('list: newest first, at most as many as asked for', async () => {
    await here.up();
    for (const id of ['act_1', 'act_2', 'act_3']) {
      await here.submit('SCRIPT=plain', '--id', id);
      await here.run(['watch', id]);
    }
    const listed = await here.run(['list', '--json', '--limit', '2']);
    expect(listed.values.map(({ action_id }) => action_id)).toEqual(['act_3', 'act_2']);
  });

  it('B4: list of some states and of some time; a note when there are more', async () => {
    await here.up();
    for (const [id, objective] of [
      ['act_1', 'SCRIPT=plain'],
      ['act_2', 'FAULT=start-422'],
      ['act_3', 'SCRIPT=long'],
      ['act_4', 'FAULT=start-422'],
    ] as const) {
      await here.submit(objective, '--id', id);
    }
    await Promise.all(['act_1', 'act_2', 'act_4'].map((id) => here.run(['watch', id])));
    const idsOf = async (...args: readonly string[]): Promise<readonly unknown[]> =>
      (await here.run(['list', '--json', ...args])).values.map(({ action_id }) => action_id);
    expect(
      await Promise.all([
        idsOf('--state', 'failed'),
        idsOf('--state', 'open,completed'),
        idsOf('--state', 'ended', '--since', '1h'),
        idsOf('--since', '2100-01-01'),
      ]),
    ).toEqual([['act_4', 'act_2'], ['act_3', 'act_1'], ['act_4', 'act_2', 'act_1'], []]);
    const [some, all, shown, audited] = await Promise.all([
      here.run(['list', '--state', 'failed', '--limit', '1']),
      here.run(['list', '--state', 'failed', '--limit', '2']),
      here.run(['show', 'act_2']),
      here.run(['audit', 'act_2']),
    ]);
    expect(some.lines.join('\n')).toMatch(/act_4[\s\S]*Next, failed: .*aip-hermes audit ID --data/);
    expect(some.errors).toMatch(/more than this one/);
    expect(all.errors).toBe('');
    const next = 'Next: No run exists: correct what Hermes refused, and send a new Action';
    expect(shown.lines.at(-1)).toBe(`${next}; the record: aip-hermes audit act_2 --data ${here.data}`);
    expect(audited.lines.at(-1)).toBe(`${next}.`);
  });

  it.each([
    ['--state', 'nope', /Accepted are starting, running, .*open, ended, waiting/],
    ['--since', 'soon', /30m, 2h or 7d/],
    ['--limit', '0', /whole number of 1 or more/],
  ] as const)('list %s %s ends with 2 and says what is accepted', async (option, value, accepted) => {
    const refused = await here.run(['list', option, value]);
    expect(refused.code).toBe(2);
    expect(refused.errors).toMatch(accepted);
  });

  it('an id nobody knows ends with 6, also before there is any data', async () => {
    for (const command of ['show', 'audit', 'watch']) {
      const { code, errors } = await here.run([command, 'act_nobody', '--json']);
      expect([command, code]).toEqual([command, 6]);
      expect(JSON.parse(errors.split('\n').at(-1) ?? '')).toMatchObject({ error: { code: 'not_found' } });
    }
  });

  it.each(['show act_1', 'watch act_1', 'audit act_1', 'audit --all', 'list'])(
    '%s: a missing and a mistyped data directory are never empty and good',
    async (args) => {
      const on = async (data: string): Promise<unknown> =>
        (await here.command([...args.split(' '), '--data', data])).code;
      expect(await on(join(here.folder, 'nowhere'))).toBe(6);
      expect(await on(here.file('a-file', ''))).toBe(2);
    },
  );

  it('DESIGN 7: a bus whose log is gone is unreachable to every look; one that only holds commands is not', async () => {
    await here.submit('SCRIPT=plain', '--id', 'act_1');
    expect((await here.run(['list'])).code).toBe(0);
    await (await here.up()).kill('SIGTERM');
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(here.data, `log.db${suffix}`), { force: true });
    for (const args of [
      ['show', 'act_1'],
      ['watch', 'act_1'],
      ['audit', 'act_1'],
      ['audit', '--all'],
      ['list'],
    ]) {
      const { code, errors } = await here.run(args);
      expect([args, code]).toEqual([args, 9]);
      expect(errors).toContain('belong together');
    }
  });
});
