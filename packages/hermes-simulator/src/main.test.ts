import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { describe, expect, it } from 'vitest';

const BIN = new URL('../bin/hermes-simulator.js', import.meta.url).pathname;

function start(args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [BIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function linesUntilReady(child: ChildProcess): Promise<readonly string[]> {
  const lines: string[] = [];
  if (child.stdout === null) return lines;
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.includes('ready')) break;
  }
  return lines;
}

describe('npm run hermes-simulator (built)', () => {
  it('prints ready with its URL, takes the key from the environment, ends with 0 on SIGTERM', async () => {
    const key = 'key-from-the-environment';
    const child = start(['--port', '0', '--key-env', 'SIM_KEY'], { SIM_KEY: key });
    const lines = await linesUntilReady(child);
    const url = /http:\S+/.exec(lines.join('\n'))?.[0] ?? '';
    expect(lines.join('\n')).not.toContain(key);
    const answer = await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('explains a missing key and ends with 2', async () => {
    const child = start(['--port', '0', '--key-env', 'SIM_KEY']);
    const errors: string[] = [];
    child.stderr?.on('data', (text: Buffer) => errors.push(String(text)));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(errors.join('')).toContain('SIM_KEY must hold a key');
  });

  it('a port in use ends it with 1 and says what to do', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const child = start(['--port', String(port)]);
    const errors: string[] = [];
    child.stderr?.on('data', (text: Buffer) => errors.push(String(text)));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(errors.join('')).toContain('Give another --port');
    other.close();
  });
});
