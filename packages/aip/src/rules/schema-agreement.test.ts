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
