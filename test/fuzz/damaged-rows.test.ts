import { auditAction, auditAll } from '@aip-hermes/audit';
import {
  actionIdOfBindingStream,
  foldBinding,
  isTerminal,
  projectEvent,
  publishableMessages,
  verifyChain,
  type RecordedRow,
} from '@aip-hermes/binding';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FUZZ_TIMEOUT_MS, fuzzParameters } from './fuzz-parameters.js';
import { GOLDEN_BINDINGS, GOLDEN_STORIES } from './golden-bindings.js';
import { mutatedRows } from './mutated-rows.js';
import { rowsAsLog } from './rows-as-log.js';

const MAX_MESSAGE_BYTES = 1024 * 1024;
const ENDS = ['RunCompleted', 'RunFailed', 'RunCancelled', 'RunOutcomeUnknown'];

describe('DESIGN 9.8: rows that are read back damaged', () => {
  it(
    'G4: fold to a state without a throw, and to an end only where a row says that end',
    () => {
      fc.assert(
        fc.property(mutatedRows(GOLDEN_BINDINGS), (rows) => {
          const state = foldBinding(rows);
          verifyChain(rows);
          if (state === null) expect(rows).toHaveLength(0);
          else if (isTerminal(state.binding.status))
            expect(rows.some(({ type }) => ENDS.includes(type))).toBe(true);
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'DESIGN 7, G11: are published or replaced without a throw, as well-formed messages',
    () => {
      fc.assert(
        fc.property(mutatedRows(GOLDEN_STORIES), (rows) => {
          for (const row of rows) {
            expect(['messages', 'nothing', 'newer', 'undecodable', 'unmappable']).toContain(projection(row));
            const published = publishableMessages(row, MAX_MESSAGE_BYTES);
            for (const { value } of published.kind === 'messages' ? published.messages : []) {
              expect(value.isWellFormed()).toBe(true);
              expect(typeof JSON.parse(value)).toBe('object');
            }
          }
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );

  it(
    'E1: are audited to thirteen verdicts without a throw',
    async () => {
      await fc.assert(
        fc.asyncProperty(mutatedRows(GOLDEN_STORIES), async (rows) => {
          const log = rowsAsLog(rows);
          for await (const audit of auditAll({ log, reader: null })) expect(audit.verdicts).toHaveLength(13);
          const id = rows
            .map(({ stream }) => actionIdOfBindingStream(stream))
            .find((found) => found !== null);
          const audit = await auditAction({ log, reader: null, actionId: id ?? 'act_1' });
          if (id !== undefined) expect(audit?.verdicts).toHaveLength(13);
          expect(() => JSON.stringify(audit)).not.toThrow();
        }),
        fuzzParameters(),
      );
    },
    FUZZ_TIMEOUT_MS,
  );
});

function projection(row: RecordedRow): string {
  const projected = projectEvent(row);
  return projected.kind === 'messages' ? 'messages' : ((projected as { cause?: string }).cause ?? 'nothing');
}
