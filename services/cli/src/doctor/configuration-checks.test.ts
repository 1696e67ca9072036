import { simulatorConfig, type Config, type LoadResult } from '@aip-hermes/config';
import { expect, it } from 'vitest';
import { configurationChecks } from './configuration-checks.js';

const config: Config = simulatorConfig('http://127.0.0.1:1', 'a-key-of-nobody-at-all');
const warnings = [{ path: 'endpoints[0].x', message: 'is odd; did you mean y?' }];

it.each<[LoadResult, readonly string[]]>([
  [{ kind: 'none' }, ['file ok']],
  [{ kind: 'simulator', config, origins: {}, warnings: [] }, ['file ok']],
  [{ kind: 'ok', config, origins: {}, warnings }, ['file ok', 'endpoints[0].x warning']],
  [
    { kind: 'bad', problems: [...warnings, { path: '(file)', message: 'is none' }] },
    ['endpoints[0].x problem', '(file) problem'],
  ],
])('SPEC 10: case %# gives every problem and warning as a finding', (loaded, expected) => {
  const found = configurationChecks(loaded, 'h.yaml');
  expect(found.map(({ check, state }) => `${check} ${state}`)).toEqual(expected);
  for (const { text } of found) expect(text).toMatch(/[^.?!][.?!]$/);
});
