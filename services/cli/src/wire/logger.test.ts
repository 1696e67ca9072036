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
});
