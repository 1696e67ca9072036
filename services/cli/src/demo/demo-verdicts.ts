import { auditAll, type Sources, type Verdict } from '@aip-hermes/audit';
import { sessionIdOf } from '@aip-hermes/binding';
import type { CallRecord } from '@aip-hermes/hermes-simulator';
import { VerdictSummary } from '../verdict-summary.js';

/** What the demo saw beside the log. */
export interface DemoEvidence {
  /** Source Actions of the demo. */
  readonly actionIds: readonly string[];
  /** What the simulator itself received. */
  readonly calls: CallRecord;
  /** The bad bytes became a dead letter while everything else went on. */
  readonly deadLettered: boolean;
}

/** Audits every Action of the log, then adds what only the demo can see: the provider's record and the dead letter. */
export async function demoVerdicts(sources: Sources, evidence: DemoEvidence): Promise<readonly Verdict[]> {
  const summary = new VerdictSummary(sources.reader !== null);
  for await (const audit of auditAll(sources)) summary.add(audit);
  return summary.verdicts.map((verdict) => {
    if (verdict.guarantee === 'G1') return withCallRecord(verdict, evidence);
    if (verdict.guarantee === 'G11') return withDeadLetter(verdict, evidence);
    return verdict;
  });
}

function withCallRecord(verdict: Verdict, { actionIds, calls }: DemoEvidence): Verdict {
  const starts = actionIds.map((id) => ({ id, count: calls.startsOf(sessionIdOf(id)) }));
  const wrong = starts.filter(({ count }) => count !== 1);
  if (wrong.length > 0) {
    const named = wrong.map(({ id, count }) => `${id}: ${count}`).join(', ');
    const why = `the simulator received another number of starts than one (${named}); ${verdict.why}`;
    return { ...verdict, verdict: 'broken', why };
  }
  const why = `${verdict.why}; the simulator's own record: one start each for ${starts.length} Actions`;
  return { ...verdict, why };
}

function withDeadLetter(verdict: Verdict, { deadLettered }: DemoEvidence): Verdict {
  if (verdict.verdict !== 'not_checkable') return verdict;
  return deadLettered
    ? {
        ...verdict,
        verdict: 'holds',
        why: 'the bad bytes are a dead letter, all other commands were answered',
      }
    : { ...verdict, verdict: 'broken', why: 'the bad bytes did not become a dead letter' };
}
