import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { Lab } from './lab.js';
import { settle } from './manual-clock.js';
import { NOTED_SCENARIOS, readTranscript } from './transcript.js';

/** What the recorder wrote down in a scenario. */
function notesOf(scenario: string): readonly string[] {
  return readTranscript('0.19.0', scenario).flatMap(({ dir, text }) =>
    dir === 'note' && text !== undefined ? [text] : [],
  );
}

/** The text of a Python literal in a note: `b'...'` or `b"..."`. */
function quotedIn(note: string): string {
  const [, , text = ''] = / b(['"])(.*)\1$/s.exec(note) ?? [];
  return text.replace(/\\(r|n|'|")/g, (_all, letter: string) => ({ r: '\r', n: '\n' })[letter] ?? letter);
}

function withoutDate(text: string): string {
  return text.replace(/Date: [^\r]*/g, 'Date');
}

/** Sends bytes on a fresh connection and gives back what has come when nothing more does. */
async function talk(
  port: number,
  ...pieces: readonly string[]
): Promise<{ socket: Socket; text: () => string }> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (bytes: Buffer) => (text += bytes.toString('utf8')));
  for (const piece of pieces) {
    const before = text.length;
    socket.write(piece);
    for (let turn = 0; turn < 500 && text.length === before; turn += 1) await settle(2);
  }
  await settle(50);
  return { socket, text: () => text };
}

const HEALTH = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';

describe('DESIGN 9.3: what the recorder of 0.19.0 only noted is so in the simulator', () => {
  it('covers every such scenario', () => {
    expect(NOTED_SCENARIOS).toHaveLength(3);
  });

  it('status-right-after-terminal-event: 40 of 40 polls say completed', async () => {
    const lab = await Lab.start();
    lab.simulator.setScript({ name: 'qq', turns: [{ chunks: ['q'] }] });
    const seen: Record<string, number> = {};
    for (let number = 0; number < 40; number += 1) {
      const runId = await lab.startRun('SCRIPT=qq');
      const stream = await lab.events(runId);
      await lab.clock.until(() => stream.text.includes('run.completed'), lab.clock.now() + 10_000);
      const status = await lab.status(runId);
      seen[status] = (seen[status] ?? 0) + 1;
    }
    await lab.close();
    const noted = notesOf('status-right-after-terminal-event')[0] ?? '';
    expect(noted).toContain(JSON.stringify(seen).replaceAll('"', "'").replace(':', ': '));
  });

  it('status-queued-hunt: only running and completed are ever seen', async () => {
    const lab = await Lab.start({ maxConcurrentRuns: 0 });
    const ids = await Promise.all(Array.from({ length: 20 }, () => lab.startRun('SCRIPT=plain')));
    const seen = new Set<string>();
    for (let look = 0; look < 4; look += 1) {
      for (const id of ids) seen.add(await lab.status(id));
      await lab.clock.advance(400);
    }
    await lab.close();
    const noted = [...(notesOf('status-queued-hunt')[0] ?? '').matchAll(/'(\w+)':/g)].map((hit) => hit[1]);
    expect([...seen].sort()).toEqual([...noted].sort());
  });

  it('http-connection-handling: a kept connection serves again, also after 100 s, and pipelining works', async () => {
    const lab = await Lab.start();
    const answers = readTranscript('0.19.0', 'http-connection-handling').filter(
      ({ dir }) => dir === 'response',
    );
    const { socket, text } = await talk(lab.simulator.port, HEALTH, HEALTH);
    for (const { text: body } of answers) expect(text()).toContain(body);
    expect(text().match(/HTTP\/1\.1 200 OK/g)).toHaveLength(answers.length);
    await lab.clock.advance(100_000);
    expect(socket.closed).toBe(false);
    socket.write(HEALTH + HEALTH);
    for (let turn = 0; turn < 200 && (text().match(/200 OK/g)?.length ?? 0) < 4; turn += 1) await settle(2);
    expect(text().match(/200 OK/g)).toHaveLength(4);
    socket.destroy();
    await lab.close();
  });

  it('http-connection-handling: Expect: 100-continue, HTTP/1.0 and a request line that is none', async () => {
    const lab = await Lab.start();
    const [expectation = '', then = '', old = '', , garbage = ''] = notesOf('http-connection-handling');
    const head = 'POST /v1/runs HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer a-key-only-for-the-tests\r\n';
    const asked = await talk(
      lab.simulator.port,
      `${head}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
      '{}',
    );
    expect(asked.text().startsWith(quotedIn(expectation))).toBe(true);
    expect(asked.text()).toContain(`HTTP/1.1 ${then.replace('then ', '')} `);
    const plain = await talk(lab.simulator.port, 'GET /health HTTP/1.0\r\n\r\n');
    // Node names its own version in the status line.
    const expected = withoutDate(quotedIn(old)).replace('HTTP/1.0', 'HTTP/1.1');
    expect(withoutDate(plain.text()).replace('Connection: close\r\n', '')).toBe(expected);
    const odd = await talk(lab.simulator.port, 'garbage\r\n\r\n');
    expect(odd.text().split('\r\n')[0]).toBe(quotedIn(garbage).split('\r\n')[0]);
    for (const { socket } of [asked, plain, odd]) socket.destroy();
    await lab.close();
  });
});
