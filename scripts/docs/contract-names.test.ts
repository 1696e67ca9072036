import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECTION_VERSION } from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { goldenMessages, goldenNames } from '../../test/golden/golden-stream.js';
import { projectFiles } from '../project-files.mjs';
import { unionTexts } from './union-texts.mjs';

const root = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const union = (path: string, name: string): readonly string[] => unionTexts(read(path), name);
const sorted = (names: Iterable<string>): readonly string[] => [...new Set(names)].sort();

const page = read('docs/messages.md');

/** First cells, in backticks, of the rows of a table whose head begins with this word; several names a cell are each one. */
function named(head: string): readonly string[] {
  const table = new RegExp(`^\\| ${head} +\\|.*\\n\\|[-| :]+\\n((?:\\|.*\\n)+)`, 'mu').exec(page)?.[1] ?? '';
  const cells = [...table.matchAll(/^\|([^|]*)\|/gmu)].map(([, cell = '']) => cell);
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].map(([, name = '']) => name));
}

type Members = Readonly<Record<string, unknown>>;
interface Document {
  readonly channels: Readonly<Record<string, { readonly address: string }>>;
  readonly components: {
    readonly messages: Readonly<
      Record<string, { readonly headers?: { readonly schema: { readonly properties: Members } } }>
    >;
  };
}
const asyncApi = JSON.parse(read('docs/asyncapi.json')) as Document;

/** Names of the headers of a message of the AsyncAPI document. */
function headersOf(message: string): readonly string[] {
  return Object.keys(asyncApi.components.messages[message]?.headers?.schema.properties ?? {});
}

const published = goldenNames(PROJECTION_VERSION)
  .flatMap((name) => goldenMessages(PROJECTION_VERSION, name).trimEnd().split('\n'))
  .map((line) => JSON.parse(line) as { readonly headers: Members; readonly value: string });

describe('names that docs/messages.md has, in both directions', () => {
  it('topics: those of the AsyncAPI document, and of the embedded bus', () => {
    expect(named('topic')).toEqual(Object.values(asyncApi.channels).map(({ address }) => address));
    const [, embedded = ''] = /The embedded bus calls them ([\s\S]*?);/u.exec(page) ?? [];
    const names = [...embedded.matchAll(/`(\w+)`/gu)].map(([, name = '']) => name);
    expect(sorted(names)).toEqual(sorted(union('packages/message-bus/src/port.ts', 'Topic')));
  });

  it('headers of published messages: those that golden messages have, and those of the AsyncAPI document', () => {
    const documented = sorted(named('header').filter((name) => !name.includes('dead-letter')));
    expect(sorted(published.flatMap(({ headers }) => Object.keys(headers)))).toEqual(documented);
    const replies = ['stream_chunk', 'action_result', 'delegation_result', 'ack', 'error'].flatMap(headersOf);
    expect(sorted(replies)).toEqual(documented);
  });

  it('headers of dead letters: those that are written, and those of the AsyncAPI document', () => {
    const documented = sorted(named('dead letter header'));
    const source = read('packages/message-bus/src/dead-letter.ts');
    const written = [...source.matchAll(/'(aip-dead-letter-[a-z]+)'/gu)].map(([, name = '']) => name);
    expect(sorted(written)).toEqual(documented);
    expect(sorted(headersOf('dead_letter'))).toEqual(documented);
  });

  it('G11: reasons of dead letters: those that admission gives', () => {
    const admission = projectFiles(root, ['packages/connector/src/admission'], /(?<!\.test)\.ts$/u).map(read);
    const given = admission.flatMap((text) =>
      [
        ...text.matchAll(/deadLetters\.put\([^;]*?code: '(\w+)'/gu),
        ...text.matchAll(/\bdead\('(\w+)'/gu),
      ].map(([, code = '']) => code),
    );
    const faults = [
      ...union('packages/aip/src/json/parse-lossless.ts', 'LosslessFault'),
      ...union('packages/aip/src/json/json-scanner.ts', 'ScanFault'),
      ...union('packages/aip/src/json/to-plain-json.ts', 'NumberFault'),
    ];
    expect(given.length).toBeGreaterThan(4);
    expect(sorted(named('reason'))).toEqual(sorted([...given, ...faults]));
  });

  it('B4: states of a binding: those of the source and of the state table', () => {
    const states = union('packages/binding/src/state.ts', 'BindingStatus');
    expect(named('state')).toEqual(states);
    const { columns } = JSON.parse(read('test/state-table/state-table.json')) as {
      columns: readonly string[];
    };
    expect(states.slice(0, 4)).toEqual(columns.filter((name) => name !== 'none' && name !== 'T'));
  });

  it('O2: kinds of chunks: those of the source', () => {
    expect(sorted(named('kind'))).toEqual(
      sorted(union('packages/binding/src/events/observation.ts', 'ChunkKind')),
    );
  });

  it("O3: the connector's own events: those that the sources write, and those in golden chunks", () => {
    const sources = projectFiles(root, ['packages/binding/src'], /(?<!\.test)\.ts$/u).filter(
      (path) => !path.includes('/fixtures/'),
    );
    const written = sources.flatMap((path) =>
      [...read(path).matchAll(/'(connector\.[a-z_]+)'/gu)].map(([, name = '']) => name),
    );
    const told = published.flatMap(({ value }) =>
      [...value.matchAll(/"event":"(connector\.[a-z_]+)"/gu)].map(([, name = '']) => name),
    );
    expect(sorted(named('own event'))).toEqual(sorted([...written, ...told]));
  });
});

describe('texts of a union', () => {
  it('its literals are read, other parts are left out, and a type that is not there is an error', () => {
    const source = `type A = 'x' | B | 'y'; type C = 'z';`;
    expect(unionTexts(source, 'A')).toEqual(['x', 'y']);
    expect(unionTexts(source, 'C')).toEqual(['z']);
    expect(() => unionTexts(source, 'B')).toThrow('no type B');
  });
});
