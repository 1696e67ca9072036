import { describe, expect, it } from 'vitest';
import { CLI_HELP, readCliOptions } from './cli-options.js';

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

  it('the help names every option', () => {
    const options = [
      '--approval-mode',
      '--approval-timeout',
      '--create-stall',
      '--default-script',
      '--expose-calls',
    ];
    for (const option of [...options, '--key-env', '--max-runs', '--profile', '--script', '--time-scale'])
      expect(CLI_HELP).toContain(`  ${option} `);
  });

  it.each([
    [['--host', '0.0.0.0'], 'this machine only'],
    [['--port', '70000'], '--port'],
    [['--profile', 'E'], '--profile'],
    [['--time-scale', '0'], '--time-scale'],
    [['--max-runs', '-1'], '--max-runs'],
    [['--approval-mode', 'maybe'], '--approval-mode'],
    [['--approval-timeout', '-1'], '--approval-timeout'],
    [['--create-stall', 'x'], '--create-stall'],
    [['--key-file', 'a', '--key-env', 'B'], 'not both'],
    [['--nonsense'], '--nonsense'],
  ])('refuses %j', (args, message) => {
    const options = readCliOptions(args);
    expect(options.kind === 'wrong' ? options.message : options.kind).toContain(message);
  });
});
