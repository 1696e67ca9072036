import { actionIdOfBindingStream, bindingStream, isOperatorActionId } from '@aip-hermes/binding';
import type { EventLog, Position, RecordedEvent } from '@aip-hermes/event-log';
import type { ActionAudit } from './action-audit.js';
import { auditAction } from './audit-action.js';
import { BEGINNINGS } from './beginnings.js';
import { evidenceRow } from './evidence-row.js';
import type { Sources } from './gather.js';
import { textAt } from './json-at.js';

/** How far an audit of the whole log has come. */
export interface AuditProgress {
  readonly audited: number;
  /** Read up to here. */
  readonly position: Position | null;
  /** Where the log ended when the audit began. */
  readonly head: Position | null;
}

/**
 * Audits every binding and every refused id of the log, oldest first, until the end the log had at the beginning. One
 * Action is held in memory at a time, however long the log is. @throws LogUnavailable @throws BusUnavailable
 */
export async function* auditAll(
  parts: Sources,
  onProgress: (progress: AuditProgress) => void = () => undefined,
): AsyncGenerator<ActionAudit, void, void> {
  const { log } = parts;
  const head = await log.head();
  const stop = new AbortController();
  const end = (): void => stop.abort();
  parts.signal?.addEventListener('abort', end);
  if (parts.signal?.aborted === true) end();
  let audited = 0;
  try {
    for await (const batch of log.subscribe({ types: BEGINNINGS, from: null, signal: stop.signal })) {
      for (const event of batch.events) {
        if (stop.signal.aborted) return;
        const actionId = await beginningOf(log, event);
        const audit = actionId === null ? null : await auditAction({ ...parts, actionId });
        if (audit === null) continue;
        audited += 1;
        onProgress({ audited, position: event.position, head });
        yield audit;
      }
      onProgress({ audited, position: batch.position, head });
      if (batch.caughtUp || head === null || (batch.position !== null && batch.position >= head)) return;
    }
  } finally {
    parts.signal?.removeEventListener('abort', end);
    stop.abort();
  }
}

/** The id whose history begins with this event; null when it begins elsewhere, so that each id comes once. */
async function beginningOf(log: EventLog, event: RecordedEvent): Promise<string | null> {
  if (event.type === 'CommandRefused') return refusedIdOf(log, event);
  const actionId = actionIdOfBindingStream(event.stream);
  if (actionId === null) return null;
  if (event.type === 'OperatorRunRequested' && event.revision === 0) return actionId;
  const [first] = await log.read(event.stream, { limit: 2 });
  if (first?.type === 'OperatorRunRequested' && first.revision === 0) return null;
  return (await isFirstBeginning(log, event)) ? actionId : null;
}

/** A stream without its first event: its first beginning that is left stands for it. */
async function isFirstBeginning(log: EventLog, event: RecordedEvent): Promise<boolean> {
  const rows = await log.read(event.stream);
  return rows.find(({ type }) => BEGINNINGS.some((known) => known === type))?.revision === event.revision;
}

async function refusedIdOf(log: EventLog, event: RecordedEvent): Promise<string | null> {
  const [first] = await log.read(event.stream, { limit: 1 });
  if (first?.revision !== event.revision) return null;
  const actionId = textAt(evidenceRow(event, 'beside').data, 'action_id');
  if (actionId === null || !isOperatorActionId(actionId)) return actionId;
  return (await log.read(bindingStream(actionId), { limit: 1 })).length > 0 ? null : actionId;
}
