import { expect, it } from 'vitest';
import { DEFAULT_DATA } from './common-options.js';
import { suggested } from './suggested.js';

it.each([
  [['watch', 'act_1'], { data: DEFAULT_DATA }, 'aip-hermes watch act_1'],
  [['watch', 'act_1'], { data: '/srv/d' }, 'aip-hermes watch act_1 --data /srv/d'],
  [['audit', 'a; rm x'], { data: "it's here" }, "aip-hermes audit 'a; rm x' --data 'it'\\''s here'"],
  [['up'], { data: DEFAULT_DATA, config: 'h.yaml' }, 'aip-hermes up --config h.yaml'],
  [['doctor'], { data: '/srv/d', config: 'h.yaml' }, 'aip-hermes doctor --data /srv/d --config h.yaml'],
  [['config', 'show'], { data: '/srv/d', config: 'h.yaml' }, 'aip-hermes config show --config h.yaml'],
  [['show', 'x'], { data: DEFAULT_DATA, config: 'h.yaml' }, 'aip-hermes show x'],
])('a suggested command works when copied: %j with %j', (words, options, line) => {
  expect(suggested(words, options)).toBe(line);
});
