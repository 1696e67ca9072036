import {
  bindingStream,
  BESIDE_EVENT_TYPES,
  BINDING_EVENT_TYPES,
  rejectionStream,
  replayStream,
  resumeStream,
} from '@aip-hermes/binding';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { auditAll } from './audit-all.js';
import { auditAction } from './audit-action.js';
import { deploy, seal, type Sealed } from './fixtures/deployment.js';
import { ACTION_ID, RESUME_ID } from './fixtures/good-events.js';
import { ANSWERED_RUN, CANCELLED_RUN, DELEGATED_RUN, LOST_START } from './fixtures/stories.js';

const SEED = 20261201;
const STREAMS = [bindingStream, replayStream, rejectionStream, resumeStream].map((name) => name(ACTION_ID));
const GOOD = [ANSWERED_RUN, CANCELLED_RUN, DELEGATED_RUN, LOST_START].map(seal);

const wellFormed = fc.string({ unit: 'grapheme', maxLength: 20 });
const json = fc.json({ maxDepth: 3, stringUnit: 'grapheme' });
const anyRow: fc.Arbitrary<Sealed> = fc.record({
  stream: fc.constantFrom(...STREAMS),
  id: fc.uuid(),
  type: fc.oneof(fc.constantFrom(...BINDING_EVENT_TYPES, ...BESIDE_EVENT_TYPES), wellFormed),
  data: fc.oneof(json, wellFormed),
  metadata: fc.oneof(json, wellFormed),
});

/** Edits of one row of a good story. */
type Edit = (row: Sealed) => readonly Sealed[];

const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.constant<Edit>(() => []),
  fc.constant<Edit>((row) => [row, { ...row, id: `${row.id.slice(0, -1)}0` }]),
  anyRow.map<Edit>(({ type }) => (row) => [{ ...row, type }]),
  anyRow.map<Edit>((other) => (row) => [row, { ...other, metadata: row.metadata }]),
  fc
    .tuple(fc.nat(), json)
    .map<Edit>(([at, value]) => (row) => [{ ...row, data: withMember(row.data, at, value) }]),
  fc
    .tuple(fc.nat(), json)
    .map<Edit>(([at, value]) => (row) => [{ ...row, metadata: withMember(row.metadata, at, value) }]),
);

/** The object with one member set to another value. */
function withMember(text: string, at: number, value: string): string {
  const object = JSON.parse(text) as Record<string, unknown>;
  const names = Object.keys(object);
  object[names[at % names.length] ?? ''] = JSON.parse(value) as unknown;
  return JSON.stringify(object);
}

async function audited(rows: readonly Sealed[]): Promise<void> {
  const { log, bus } = await deploy(rows);
  for (const actionId of [ACTION_ID, RESUME_ID]) {
    const audit = await auditAction({ log, reader: bus.reader, actionId, secrets: ['canary'] });
    if (audit === null) continue;
    expect(audit.verdicts).toHaveLength(13);
    expect(() => JSON.stringify(audit)).not.toThrow();
  }
  for await (const audit of auditAll({ log, reader: bus.reader })) expect(audit.verdicts).toHaveLength(13);
}

it(`E1: any rows at all are judged, never a crash (seed ${SEED})`, async () => {
  await fc.assert(fc.asyncProperty(fc.array(anyRow, { maxLength: 12 }), audited), {
    seed: SEED,
    numRuns: 150,
  });
});

it(`E1: a good story with damage anywhere is judged, never a crash (seed ${SEED})`, async () => {
  const damage = fc.tuple(
    fc.constantFrom(...GOOD),
    fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 4 }),
  );
  await fc.assert(
    fc.asyncProperty(damage, async ([rows, edits]) => {
      const damaged = edits.reduce<readonly Sealed[]>(
        (now, [at, change]) => now.flatMap((row, index) => (index === at % now.length ? change(row) : [row])),
        rows,
      );
      await audited(damaged);
    }),
    { seed: SEED, numRuns: 300 },
  );
});
