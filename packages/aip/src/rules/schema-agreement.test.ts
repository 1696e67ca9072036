import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { examples, schemas } from '../fixtures/examples.js';
import { seeded } from '../fixtures/json-arbitraries.js';
import { mutated } from '../fixtures/mutations.js';
import type { Json } from '../json/json.js';
import { TIMESTAMP_PROBLEM } from '../schema/timestamp-text.js';

const dir = new URL('../../schemas/', import.meta.url);
const ajv = new Ajv2020();
for (const file of readdirSync(dir)) {
  ajv.addSchema(JSON.parse(readFileSync(new URL(file, dir), 'utf8')) as AnySchema);
}

const published = (name: string): ValidateFunction => {
  const validate = ajv.getSchema(`urn:aip:1.0:${name}`);
  if (validate === undefined) throw new Error(`no JSON schema named ${name}`);
  return validate;
};

/** Our verdict without the decoder's rule about timestamps, which no schema expresses. */
const fits = (name: string, value: Json): boolean => {
  const result = schemas.get(name)?.safeParse(value);
  return result?.error?.issues.every((issue) => issue.message === TIMESTAMP_PROBLEM) ?? true;
};

describe('our schemas agree with the JSON schemas', () => {
  const all = [...examples('valid'), ...examples('invalid'), ...examples('core-invalid')];

  it('on every example', () => {
    for (const { schema, file, value } of all) {
      expect({ file, fits: fits(schema, value) }).toEqual({ file, fits: published(schema)(value) });
    }
  });

  it('on every example read as every other message', () => {
    for (const { file, value } of all) {
      for (const name of schemas.keys()) {
        expect({ file, name, fits: fits(name, value) }).toEqual({ file, name, fits: published(name)(value) });
      }
    }
  });

  it.each<readonly [string, string, string, boolean]>([
    ['a set with an item twice', 'execution_context', '"scopes":["a","a"]', false],
    ['a set in any order', 'execution_context', '"scopes":["b","a"]', true],
    ['a null set', 'execution_context', '"scopes":null', false],
    ['an unknown scheme', 'execution_context', '"scheme":"cookie"', false],
    ['a name like a prototype', 'execution_context', '"__proto__":{}', false],
    ['a name every object has', 'execution_context', '"toString":1', false],
  ])('on %s', (_what, name, member, accepted) => {
    const actor = `{"principal":{"id":"a","kind":"agent"},"scheme":"mtls","issuer":"i","authenticated_at":"x",${member}}`;
    const value = JSON.parse(`{"actor":${actor}}`) as Json;
    expect([fits(name, value), published(name)(value)]).toEqual([accepted, accepted]);
  });

  it.each<readonly [string, boolean]>([
    ['{"a":"b"}', true],
    ['{"__proto__":"b"}', true],
    ['{"__proto__":1}', false],
    ['["a"]', false],
    ['null', false],
  ])('on the links %s', (links, accepted) => {
    const view = structuredClone(all.find((it) => it.file === 'approval_record_view__pending.json')?.value);
    const status = `{"action_id":"a","state":"queued","updated_at":"x","links":${links}}`;
    const value = { ...(view as object), action_status: JSON.parse(status) as Json } as Json;
    const name = 'approval_record_view';
    expect([fits(name, value), published(name)(value)]).toEqual([accepted, accepted]);
  });

  it('on a context whose approval names nothing', () => {
    const full = all.find((it) => it.file === 'execution_context__full.json')?.value as object;
    const value = { ...full, approval: { approval_ids: [] } } as Json;
    expect([fits('execution_context', value), published('execution_context')(value)]).toEqual([false, false]);
  });

  it('on changed examples', () => {
    const valid = all.filter((it) => published(it.schema)(it.value));
    let accepted = 0;
    fc.assert(
      fc.property(mutated(valid.map((it) => it.value)), ({ of, value }) => {
        const name = valid[of]?.schema ?? '';
        const expected = published(name)(value);
        if (expected) accepted += 1;
        expect(fits(name, value)).toBe(expected);
      }),
      { ...seeded('schema agreement'), numRuns: 1_000 },
    );
    expect(accepted).toBeGreaterThan(50);
    expect(accepted).toBeLessThan(950);
  });
});
