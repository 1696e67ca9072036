import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Connector, Stage } from './stage.js';

/** Nothing that a model could need a tool for. */
const OBJECTIVE = 'Answer with one short sentence and use no tool: how much is two plus two?';

/** A server somewhere, or one of our own. */
interface Place {
  readonly connector: Connector;
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

async function openPlace(): Promise<Place> {
  const url = process.env['HERMES_BASE_URL'];
  if (url === undefined || url === '') {
    const stage = await Stage.open();
    return {
      connector: stage.connector,
      url: stage.hermes.url,
      key: stage.key,
      close: () => stage.close(),
    };
  }
  const key = process.env['HERMES_API_KEY'] ?? '';
  const connector = new Connector();
  connector.use(url, key);
  return { connector, url, key, close: () => connector.remove() };
}

let place: Place;
beforeAll(async () => {
  place = await openPlace();
});
afterAll(() => place.close());

describe('any Hermes', () => {
  it('C4: the doctor finds a server that it can use', async () => {
    const { code, lines } = await place.connector.run(['doctor']);
    expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('real')]);
  });

  it('O1, R3, G7: an objective is streamed in order and has a text as its result', async () => {
    const { connector, key } = place;
    const up = await connector.up();
    const { code, chunks, result } = await connector.play('act_any', OBJECTIVE);
    expect([code, result.status]).toEqual([0, 'completed']);
    expect(result.message?.[0]?.text).toMatch(/\S/);
    expect(chunks.map(({ sequence }) => sequence)).toEqual(chunks.map((_, at) => at));
    expect(chunks.at(-1)?.kind).toBe('done');
    expect(await up.kill('SIGTERM')).toBe(0);
    expect(up.errors).not.toContain(key);
  });

  it('G1, O7: killed while the run goes on, the next process has the same run to its end', async () => {
    const { connector } = place;
    const up = await connector.up();
    await connector.submit(OBJECTIVE, '--id', 'act_killed');
    await connector.until('act_killed', ({ run_id: run }) => typeof run === 'string');
    await up.kill('SIGKILL');
    const { run_id: run } = await connector.binding('act_killed');
    await connector.up();
    const { code, result } = await connector.end('act_killed');
    expect([code, result.output?.['run_id']]).toEqual([0, run]);
  });

  it('G1 to G12: the audit finds nothing broken', async () => {
    await place.connector.expectAudited();
  });
});

describe('any Hermes with a wrong key', () => {
  const wrong = new Connector();
  afterAll(() => wrong.remove());

  it('C4, S3: the doctor names the key, and a start is refused with 401', async () => {
    wrong.use(place.url, 'not-the-key-of-this-server-0000');
    const doctor = await wrong.run(['doctor']);
    expect([doctor.code, doctor.lines.join('\n')]).toEqual([2, expect.stringMatching(/key/)]);
    await wrong.up();
    const { code, result } = await wrong.play('act_wrong', OBJECTIVE);
    expect(code).toBe(3);
    expect(result.error).toMatchObject({
      code: 'connector.hermes_agent.operator_start_rejected',
      details: { http_status: 401 },
    });
  });
});
