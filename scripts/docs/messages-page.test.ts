import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateEnvelope, type Json } from '@aip-hermes/aip';
import { BINDING_EVENT_TYPES, ERROR_CATALOGUE } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { goldenMessages, goldenNames, goldenVersions } from '../../test/golden/golden-stream.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/messages.md'), 'utf8');

/** JSON blocks of the page that are fenced as this, without white space. */
function examples(fence: 'golden' | 'command'): readonly string[] {
  const blocks = page.matchAll(new RegExp(`^\`\`\`json ${fence}\\n([\\s\\S]*?)^\`\`\`$`, 'gmu'));
  return [...blocks].map(([, block = '']) => JSON.stringify(JSON.parse(block)));
}

/** All golden messages: headers and values as they were published. */
const golden = goldenVersions().flatMap((version) =>
  goldenNames(version).flatMap((name) =>
    goldenMessages(version, name)
      .trimEnd()
      .split('\n')
      .flatMap((line) => {
        const { headers, value } = JSON.parse(line) as { readonly headers: object; readonly value: string };
        return [JSON.stringify(headers), value];
      }),
  ),
);

/** An object that goes on, or one that began before, is a part too. */
function isPart(example: string): boolean {
  const inner = example.slice(1, -1);
  return golden.some(
    (message) => message.includes(example) || (inner.length > 40 && message.includes(inner)),
  );
}

describe('docs/messages.md', () => {
  it('every JSON block is fenced as golden or command', () => {
    const all = [...page.matchAll(/^```json.*$/gmu)].map(([line]) => line);
    expect(all).toHaveLength(examples('golden').length + examples('command').length);
  });

  it.each(examples('golden').map((example) => [example.slice(0, 60), example]))(
    'DESIGN 9.4: %s... stands in a golden message, byte for byte',
    (_, example) => {
      expect(isPart(example)).toBe(true);
    },
  );

  it('a changed example would not stand in one', () => {
    const [first = '', ...more] = examples('golden');
    expect(more.length).toBeGreaterThan(5);
    expect(isPart(first.replace('act_1', 'act_2'))).toBe(false);
  });

  it.each(examples('command').map((example) => [example]))('aip 5: %s is a valid command', (example) => {
    expect(validateEnvelope(JSON.parse(example) as Json)).toMatchObject({ kind: 'ok' });
  });

  it('SPEC 12: every reply rule is named', () => {
    const named = [...page.matchAll(/\| (M\d+) +\|$/gmu)].map(([, rule]) => rule);
    expect(named).toEqual(Array.from({ length: 10 }, (_, index) => `M${index + 1}`));
  });

  it('SPEC 11: every error code it names is in the catalogue, and no event type is said to be a message', () => {
    const named = [...page.matchAll(/connector\.hermes_agent\.[a-z_]+/gu)].map(([code]) => code);
    const codes = new Set<string>(ERROR_CATALOGUE.map(({ code }) => code));
    expect(named.filter((code) => !codes.has(code))).toEqual([]);
    expect(BINDING_EVENT_TYPES.filter((type) => page.includes(type))).toEqual([]);
  });
});
