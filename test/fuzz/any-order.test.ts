import { decodeEvent, evolve, isTerminal, type BindingState, type RecordedRow } from '@aip-hermes/binding';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { GOLDEN_BINDINGS } from './golden-bindings.js';
import { mutatedRows } from './mutated-rows.js';

const ALL = GOLDEN_BINDINGS.flat();
/** Rare types come as often as others. */
const BY_TYPE = [...new Set(ALL.map(({ type }) => type))].map((type) =>
  ALL.filter((one) => one.type === type),
);
const row = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...BY_TYPE).chain((rows) => fc.constantFrom(...rows)) },
  {
    weight: 1,
    arbitrary: mutatedRows(
      ALL.map((one) => [one]),
      1,
    )
      .filter(({ length }) => length > 0)
      .map((rows) => rows[0]!),
  },
);
/** The first rows of a story as they were, then any rows of any story. */
const anyOrder = fc
  .tuple(fc.constantFrom(...GOLDEN_BINDINGS), fc.nat(8), fc.array(row, { maxLength: 30 }))
  .map(([story, kept, tail]) => [...story.slice(0, kept), ...tail]);

/** What this event may not change once a binding has ended (G4). A delegated run gets its result from its child, once. */
function endOf({ binding, result, request }: BindingState, settled: boolean): string {
  const { updated_at: _moves, error, ...rest } = binding;
  const mayStillCome = request.kind === 'delegation' && !settled;
  return JSON.stringify({ rest, ...(mayStillCome ? {} : { result, error }) });
}

function facts(found: RecordedRow, revision: number): Parameters<typeof evolve>[2] | null {
  const decoded = decodeEvent(found);
  if (decoded.kind !== 'binding') return null;
  const { recorded_at, chain = null, projection } = decoded.metadata;
  return { revision, recordedAt: recorded_at, chain, projection };
}

it(
  'DESIGN 9.8, G4: evolve takes every prefix of any order of all events, and no end is ever left or changed',
  () => {
    fc.assert(
      fc.property(anyOrder, (rows) => {
        let state: BindingState | null = null;
        rows.forEach((found, revision) => {
          const decoded = decodeEvent(found);
          const known = facts(found, revision);
          if (decoded.kind !== 'binding' || known === null) return;
          const settled = state?.delegationResolved === true || decoded.event.type !== 'DelegationResolved';
          const ended = state !== null && isTerminal(state.binding.status) ? endOf(state, settled) : null;
          state = evolve(state, decoded.event, known);
          if (state === null) return;
          if (ended !== null) expect(endOf(state, settled)).toBe(ended);
          expect(state.revision).toBe(revision);
          expect(Number.isSafeInteger(state.binding.next_sequence)).toBe(true);
          expect(state.damage.length).toBeLessThanOrEqual(16);
        });
      }),
      fuzzParameters(),
    );
  },
  FUZZ_TIMEOUT_MS,
);
