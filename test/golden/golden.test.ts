import {
  actionIdOfBindingStream,
  BINDING_EVENT_TYPES,
  foldBinding,
  PROJECTION_VERSION,
  publishableEventTypes,
  substituteFor,
  verifyChain,
  type RecordedRow,
} from '@aip-hermes/binding';
import { describe, expect, it } from 'vitest';
import { expectGuarantees } from '../support/guarantees.js';
import { brokenVerdicts } from './broken-verdicts.js';
import { derived } from './derived.js';
import {
  goldenFiles,
  goldenFilesOf,
  goldenMessages,
  goldenNames,
  goldenRows,
  goldenVersions,
  keepGolden,
  messageLines,
  SUBSTITUTES,
} from './golden-stream.js';
import { SCENES, STORIES } from './stories/all.js';
import { goldenSubstitutes, keepSubstitutes } from './substitutes.js';

// UPDATE_GOLDEN=1 records what has no file in the folder of the present projection version; what is kept stays.
if (process.env['UPDATE_GOLDEN'] === '1') {
  const kept = goldenVersions().includes(PROJECTION_VERSION) ? goldenNames(PROJECTION_VERSION) : [];
  for (const [name, record] of Object.entries(STORIES)) {
    if (!kept.includes(name)) keepGolden(PROJECTION_VERSION, name, await record());
  }
  keepSubstitutes(PROJECTION_VERSION);
}

const versions = goldenVersions();
const streams = versions.flatMap((version) =>
  goldenNames(version).map((name) => [`v${version}/${name}`, version, name] as const),
);
const present = versions.includes(PROJECTION_VERSION)
  ? goldenNames(PROJECTION_VERSION).map((name) => goldenRows(PROJECTION_VERSION, name))
  : [];

/** Rows of the streams that are bindings, one list a stream. */
function bindingsIn(rows: readonly RecordedRow[]): readonly (readonly RecordedRow[])[] {
  const streams = new Set(rows.map(({ stream }) => stream));
  return [...streams]
    .filter((stream) => actionIdOfBindingStream(stream) !== null)
    .map((stream) => rows.filter((row) => row.stream === stream));
}

describe('golden streams', () => {
  it('DESIGN 9.4: every projection version up to the present one is kept, the present one with every story', () => {
    expect(versions).toEqual(Array.from({ length: PROJECTION_VERSION }, (_, index) => index + 1));
    expect(goldenNames(PROJECTION_VERSION)).toEqual(Object.keys(STORIES).sort());
    for (const version of versions) {
      const files = [...goldenNames(version).flatMap(goldenFilesOf), SUBSTITUTES];
      expect(goldenFiles(version)).toEqual(files.sort());
    }
  });

  it('DESIGN 9.4: every event that a stream of Actions can hold is in them', () => {
    const types = new Set(present.flat().map(({ type }) => type));
    const wanted = new Set<string>([...BINDING_EVENT_TYPES, ...publishableEventTypes, 'ResumeReceived']);
    expect([...types].sort()).toEqual([...wanted].sort());
  });

  it('DESIGN 9.4: every kind of message, chunk, result and ack is in them', () => {
    const said = present.flatMap(derived).map(({ value }) => kindOf(value));
    expect([...new Set(said)].sort()).toEqual([
      'ack accepted',
      'ack queued',
      'ack rejected',
      'action_result cancelled',
      'action_result completed',
      'action_result failed',
      'action_result requires_human',
      'delegation_result cancelled',
      'delegation_result completed',
      'delegation_result failed',
      'delegation_result requires_human',
      'error',
      'stream_chunk data',
      'stream_chunk done',
      'stream_chunk error',
      'stream_chunk pending_approval',
      'stream_chunk progress',
      'stream_chunk thought',
      'stream_chunk tool',
    ]);
  });

  it.each(streams)(
    'DESIGN 9.4, G12: %s gives the bytes it was published as; other bytes need a new projection version',
    (_, version, name) => {
      const rows = goldenRows(version, name);
      expect(new Set(rows.map(versionOf))).toEqual(new Set([version]));
      const kept = goldenMessages(version, name);
      expect(kept).not.toBe('');
      expect(messageLines(derived(rows))).toBe(kept);
    },
  );

  it.each(versions)(
    'DESIGN 9.4, G12: what stands in for a message of version %i keeps its bytes, too',
    (version) => {
      const kept = goldenSubstitutes(version);
      for (const { of, row, reason, messages } of kept) {
        const original = goldenRows(version, of)[row];
        if (original === undefined) throw new Error(`${of} has no row ${row}`);
        expect(messageLines(substituteFor(original, reason))).toBe(messageLines(messages));
        expect(messages.length).toBeGreaterThan(0);
      }
      expect(kept).toHaveLength(2 * publishableEventTypes.length);
    },
  );

  it.each(streams)('DESIGN 3: %s folds without damage, and its chain is whole', (_, version, name) => {
    const rows = goldenRows(version, name);
    for (const binding of bindingsIn(rows)) {
      const state = foldBinding(binding);
      expect(state).toMatchObject({ damage: [], unreadable: null, revision: binding.length - 1 });
      expect(verifyChain(binding)).toEqual({ ok: true, head: state?.chain });
    }
  });

  it.each(streams)('E1: the audit of %s finds nothing broken', async (_, version, name) => {
    const rows = goldenRows(version, name);
    expect(await brokenVerdicts(rows, derived(rows))).toEqual([]);
  });

  it('E1, G12: the audit does find a message with other bytes', async () => {
    const rows = goldenRows(1, 'completed-streaming');
    const messages = derived(rows).map((message) => ({
      ...message,
      value: message.value.replace('All good.', 'All bad.'),
    }));
    expect((await brokenVerdicts(rows, messages)).join()).toContain('G12');
  });
});

describe('the stories of the golden streams', () => {
  it.each(Object.entries(SCENES))('G1, G7, G10, G12: %s is still told by the connector', async (_, scene) => {
    await expectGuarantees(await scene());
  });
});

function versionOf({ metadata }: RecordedRow): unknown {
  return (JSON.parse(metadata) as { readonly projection: { readonly version: unknown } }).projection.version;
}

/** What a message is, in two words at most. */
function kindOf(value: string): string {
  const { body } = JSON.parse(value) as { readonly body: Readonly<Record<string, Record<string, unknown>>> };
  const [[name, content] = ['', {}]] = Object.entries(body);
  const word = content['kind'] ?? content['status'];
  return typeof word === 'string' ? `${name} ${word}` : name;
}
