import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_VERSION } from '@aip-hermes/binding';
import specs from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { goldenMessages, goldenNames } from '../../test/golden/golden-stream.js';
import { asyncApi } from './asyncapi.mjs';
import { asyncApiSchemas } from './asyncapi-schemas.mjs';
import { formatted } from './formatted.mjs';
import { readAipSchemas } from './read-aip-schemas.mjs';

type Members = Readonly<Record<string, unknown>>;
type Document = Readonly<Record<'channels' | 'operations', Readonly<Record<string, Members>>>> & {
  readonly components: Readonly<Record<'messages' | 'schemas', Readonly<Record<string, Members>>>>;
};

const path = join(import.meta.dirname, '../../docs/asyncapi.json');
const text = readFileSync(path, 'utf8');
const document = JSON.parse(text) as Document;

const DOCUMENT = 'https://example.org/asyncapi.json';
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, DOCUMENT);
const compiled = (pointer: string): ValidateFunction => ajv.compile({ $ref: DOCUMENT + pointer });

/** Every `$ref` of a value, however deep. */
function references(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    key === '$ref' && typeof member === 'string' ? [member] : references(member),
  );
}

function at(pointer: string): unknown {
  const steps = pointer.replace(/^#\//u, '').split('/');
  return steps.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? (value as Members)[step] : undefined),
    document,
  );
}

describe('docs/asyncapi.json', () => {
  it('is what `npm run docs` writes from the schemas of AIP', async () => {
    const fresh = JSON.stringify(asyncApi(readAipSchemas(), PROJECTION_VERSION), null, 2);
    expect(text).toBe(await formatted(path, fresh));
  });

  it('is an AsyncAPI 3.0.0 document by the published meta-schema, and would not be one without its channels', () => {
    // Formats are left out: the meta-schema names some that ajv knows only by a plug-in.
    const schema: object = specs.schemasWithoutId['3.0.0'];
    const valid = new Ajv({ strict: false, validateFormats: false }).compile(schema);
    expect(valid(document) ? [] : valid.errors).toEqual([]);
    expect(valid({ ...document, channels: { commands: { address: 7 } } })).toBe(false);
  });

  it('every reference in it leads to something in it', () => {
    const all = references(document);
    expect(all.length).toBeGreaterThan(100);
    expect(all.filter((pointer) => !pointer.startsWith('#/') || at(pointer) === undefined)).toEqual([]);
  });

  it('every schema in it is a JSON Schema 2020-12 that compiles', () => {
    const names = Object.keys(document.components.schemas);
    expect(names).toEqual(Object.keys(readAipSchemas()));
    for (const name of names) compiled(`#/components/schemas/${name}/schema`);
    for (const [name, message] of Object.entries(document.components.messages)) {
      for (const part of ['headers', 'payload'].filter((it) => it in message)) {
        compiled(`#/components/messages/${name}/${part}/schema`);
      }
    }
  });

  it('a schema that refers to something else is refused', () => {
    const $schema = 'https://json-schema.org/draft/2020-12/schema';
    const strange = { x: { $schema, $id: 'urn:aip:1.0:x', $ref: 'https://example.org/y' } };
    expect(() => asyncApiSchemas(strange)).toThrow('refers to https://example.org/y');
  });

  it('DESIGN 4: every golden message is one message of its topic by payload and headers, and no other', () => {
    const tests = ['stream_chunks', 'results'].flatMap((topic) =>
      Object.keys(document.channels[topic]?.['messages'] ?? {}).map((name) => ({
        topic,
        name,
        payload: compiled(`#/components/messages/${name}/payload/schema`),
        headers: compiled(`#/components/messages/${name}/headers/schema`),
      })),
    );
    const seen = new Set<string>();
    for (const golden of goldenNames(PROJECTION_VERSION)) {
      for (const line of goldenMessages(PROJECTION_VERSION, golden).trimEnd().split('\n')) {
        const { topic, headers, value } = JSON.parse(line) as Record<'topic' | 'headers' | 'value', string>;
        const fits = tests.filter((it) => it.payload(JSON.parse(value)) && it.headers(headers));
        expect(fits.map((it) => it.topic)).toEqual([topic]);
        for (const { name } of fits) seen.add(name);
      }
    }
    expect([...seen].sort()).toEqual(tests.map(({ name }) => name).sort());
  });
});
