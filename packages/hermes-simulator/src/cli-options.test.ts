import { describe, expect, it } from 'vitest';
import { readCliOptions } from './cli-options.js';

describe('command line', () => {
  it('has usable defaults', () => {
    expect(readCliOptions([])).toMatchObject({
      kind: 'serve',
      profile: 'B',
      port: 8642,
      host: '127.0.0.1',
      key: { from: 'generated' },
      timeScale: 1,
    });
  });

  it.each(['A', 'B', 'C', 'D'] as const)('takes --profile %s', (profile) => {
    expect(readCliOptions(['--profile', profile])).toMatchObject({ kind: 'serve', profile });
  });

  it.each([
    [['--host', '0.0.0.0'], 'this machine only'],
    [['--port', '70000'], '--port'],
    [['--profile', 'E'], '--profile'],
    [['--time-scale', '0'], '--time-scale'],
    [['--max-runs', '-1'], '--max-runs'],
    [['--key-file', 'a', '--key-env', 'B'], 'not both'],
    [['--nonsense'], '--nonsense'],
  ])('refuses %j', (args, message) => {
    const options = readCliOptions(args);
    expect(options.kind === 'wrong' ? options.message : options.kind).toContain(message);
  });
});
