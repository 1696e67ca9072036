import {
  bindingStream,
  isOperatorActionId,
  isSharedKey,
  rejectionStream,
  type Message,
} from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import type { MessageReader } from '@aip-hermes/message-bus';
import type { ActionAudit } from './action-audit.js';
import { auditAction } from './audit-action.js';
import { BEGINNINGS } from './beginnings.js';
import { evidenceRow } from './evidence-row.js';
import { mayBeRefusal } from './forgotten.js';
import type { Sources } from './gather.js';
import { textAt } from './json-at.js';
import { readBus } from './read-bus.js';

/** A key under which the bus has messages that no beginning in the log leads to. */
export interface BusOnly {
  readonly key: Message['key'];
  /**
   * `orphaned`: no event of the log explains the messages (G12 is broken); `refusals`: they may all be refusals past their
   * retention, or the key may be another id's, too, so nothing can be said; `audited`: the log has something else of the id,
   * and `audit` is broken.
   */
  readonly kind: 'orphaned' | 'refusals' | 'audited';
  readonly audit: ActionAudit | null;
}

/** Distinct keys of published messages behind a key, in rising order, at most `limit`. */
export type PublishedKeys = (after: string, limit: number) => readonly string[];

/** Keys asked for at once. */
const PAGE = 256;

/**
 * Goes over every key of the published messages, and gives those that `auditAll` does not come to. One key is held at a
 * time (G13). The bus is read first: what a deployment publishes meanwhile is in the log by then.
 * @throws LogUnavailable @throws BusUnavailable
 */
export async function* busOnly(
  sources: Sources & { readonly reader: MessageReader },
  publishedKeys: PublishedKeys,
): AsyncGenerator<BusOnly, void, void> {
  for (let after = ''; ;) {
    const keys = publishedKeys(after, PAGE);
    for (const key of keys) {
      if (sources.signal?.aborted === true) return;
      const found = await lookAt(sources, key);
      if (found !== null) yield found;
    }
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

async function lookAt(
  sources: Sources & { readonly reader: MessageReader },
  key: string,
): Promise<BusOnly | null> {
  if (await isBegun(sources.log, key)) return null;
  if (isSharedKey(key)) return { key, kind: 'refusals', audit: null };
  const audit = await auditAction({ ...sources, actionId: key });
  if (audit !== null)
    return audit.verdicts.some(({ verdict }) => verdict === 'broken')
      ? { key, kind: 'audited', audit }
      : null;
  const records = await readBus(sources.reader, [key], sources.signal ?? new AbortController().signal);
  if (records.length === 0) return null;
  return { key, kind: records.every(mayBeRefusal) ? 'refusals' : 'orphaned', audit: null };
}

/** Whether `auditAll` comes to the id by an event of the log. */
async function isBegun(log: EventLog, id: string): Promise<boolean> {
  if (isOperatorActionId(id)) {
    const rows = await log.read(bindingStream(id));
    if (rows.length > 0) return rows.some(({ type }) => BEGINNINGS.some((known) => known === type));
  }
  const [first] = await log.read(rejectionStream(id), { limit: 1 });
  return first?.type === 'CommandRefused' && textAt(evidenceRow(first, 'beside').data, 'action_id') === id;
}
