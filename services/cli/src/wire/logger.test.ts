import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';

describe('the log of the service', () => {
  it.each([['pass "word" 1'], ['back\\slash-1'], ['two\nlines-1'], ['plain-secret']])(
    'G10: %j is masked as it is written in JSON too',
    (secret) => {
      const lines: string[] = [];
      const log = createLogger({
        level: 'info',
        secrets: [secret],
        readable: null,
        write: (line) => lines.push(line),
      });
      log.info({ value: secret, list: [`x ${secret} y`] }, `said ${secret}`);
      expect(JSON.parse(lines.join(''))).toMatchObject({
        value: '[credential]',
        list: ['x [credential] y'],
        msg: 'said [credential]',
      });
    },
  );

  it('G10: an error with a cause is masked, also where the credential is encoded', () => {
    const secret = 'held/key+0815?';
    const lines: string[] = [];
    const write = (line: string): void => void lines.push(line);
    const log = createLogger({ level: 'debug', secrets: [secret], readable: null, write });
    const encoded = [encodeURIComponent(secret), Buffer.from(`Bearer ${secret}`).toString('base64')];
    const cause = new Error(`GET /?key=${encoded[0] ?? ''}`);
    log.debug({ err: new Error(`said ${secret}, ${encoded[1] ?? ''}`, { cause }) }, 'failed');
    const text = lines.join('');
    for (const form of [secret, ...encoded]) expect(text).not.toContain(form);
    expect(JSON.parse(text)).toMatchObject({ msg: 'failed' });
    expect(text).toContain('[redacted]');
  });
});
