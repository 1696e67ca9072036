import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  bindingStream,
  OPEN_BINDINGS_STREAM,
  PROJECTION_VERSION,
  rejectionStream,
  replayStream,
  resumeStream,
} from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { goldenNames, goldenRows } from '../../test/golden/golden-stream.js';
import { documentedRules } from '../rules/documented-rules.mjs';
import { ruleIdsIn } from '../rules/rule-ids.mjs';
import { eventFacts } from './event-facts.mjs';
import { OCCASIONS } from './event-occasions.mjs';
import { eventShapes } from './event-shapes.mjs';
import { eventsPage, SHARED_SHAPES } from './events-page.mjs';
import { formatted } from './formatted.mjs';

const root = join(import.meta.dirname, '../..');
const path = join(root, 'docs/events.md');
const page = readFileSync(path, 'utf8');
const facts = eventFacts();
const types = [...facts.bindingTypes, ...facts.besideTypes];

/** Sections of the page by their headings. */
const sections = new Map(
  page
    .split(/^### /mu)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf('\n')), section]),
);

describe('docs/events.md', () => {
  it('is what `npm run docs` writes from the sources', async () => {
    expect(page).toBe(await formatted(path, eventsPage(facts)));
  });

  it('DESIGN 3.1: every event of the log has a section, and nothing else has one', () => {
    expect([...sections.keys()]).toEqual([...types, ...SHARED_SHAPES]);
    expect(Object.keys(OCCASIONS)).toEqual(types);
  });

  it('every member of an event, of its metadata and of what they share has a meaning', () => {
    const names = [...types, ...SHARED_SHAPES, 'EventMetadata', 'ProjectionContext'];
    const mute = names.flatMap((name) =>
      (facts.shapes.get(name)?.members ?? []).flatMap((it) =>
        /\w/u.test(it.meaning) ? [] : [`${name}.${it.name}`],
      ),
    );
    expect(mute).toEqual([]);
  });

  it('DESIGN 3: every stream of the log stands in it', () => {
    const named = [...page.matchAll(/^\| `(aip\.connector\.[\w.]+-)/gmu)].map(([, name = '']) => name);
    const streams = [
      bindingStream('act_1'),
      resumeStream('act_1'),
      rejectionStream('x'),
      replayStream('act_1'),
    ];
    const names = [...streams, OPEN_BINDINGS_STREAM].map((it) => it.slice(0, it.indexOf('-') + 1));
    expect(named).toEqual(names);
  });

  it('the rules and guarantees that events serve exist', () => {
    const rules = documentedRules(readFileSync(join(root, 'docs/rules.md'), 'utf8'));
    for (const [type, { holds }] of Object.entries(OCCASIONS)) {
      expect(ruleIdsIn(holds), type).not.toEqual([]);
      expect(
        ruleIdsIn(holds).filter((id) => !rules.includes(id)),
        type,
      ).toEqual([]);
    }
  });

  it('what it says nothing appends yet stands in no stream that the connector played, and all else does', () => {
    const played = goldenNames(PROJECTION_VERSION).filter((name) => !name.startsWith('hand-built'));
    const seen = new Set(
      played.flatMap((name) => goldenRows(PROJECTION_VERSION, name)).map(({ type }) => type),
    );
    const appended = Object.entries(OCCASIONS).flatMap(([type, { by }]) => (by === null ? [] : [type]));
    // A snapshot belongs to no Action, so no golden stream holds it.
    expect(appended.filter((type) => type !== 'OpenBindingsSnapshot').sort()).toEqual([...seen].sort());
  });

  it('the file that makes an event names it', () => {
    for (const [type, { by }] of Object.entries(OCCASIONS)) {
      if (by !== null) expect(readFileSync(join(root, by), 'utf8'), type).toContain(`'${type}'`);
    }
  });
});

describe('shapes of events', () => {
  it('members come with type and doc comment, those of a parent first', () => {
    const text = `
      interface End {
        /** Place. */
        readonly sequence: number;
      }
      /** It is over. */
      export interface Done extends End {
        /** Who. */
        readonly by?: readonly string[];
        readonly mute: null;
      }`;
    expect(eventShapes({ 'a.ts': text }).get('Done')).toEqual({
      name: 'Done',
      meaning: 'It is over.',
      members: [
        { name: 'sequence', type: 'number', optional: false, meaning: 'Place.' },
        { name: 'by', type: 'string[]', optional: true, meaning: 'Who.' },
        { name: 'mute', type: 'null', optional: false, meaning: '' },
      ],
    });
  });

  it('a parent that is not read is an error', () => {
    expect(() => eventShapes({ 'a.ts': 'export interface A extends B { readonly x: 1 }' })).toThrow(
      'extends B',
    );
  });
});
