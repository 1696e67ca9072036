import type { Json } from '@aip-hermes/aip';
import type { RecordedEvent } from '@aip-hermes/event-log';
import { asObject, countAt, objectAt } from './json-at.js';
import { parseJson } from './parse-json.js';

/**
 * A recorded event as the audit prints it (SPEC E1). The members named in SPEC stand beside the data where they
 * apply, so that a reader need not know each event's form.
 */
export interface AuditEvent {
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly sequence?: number;
  readonly generation?: number;
  readonly request_sent?: boolean;
  readonly truncated?: Json;
  /** Parsed; the text itself where it is no JSON. */
  readonly data: Json;
  /** Parsed; the text itself where it is no JSON. */
  readonly metadata: Json;
}

/** The view of one event; the same row always gives the same view. */
export function eventView(row: RecordedEvent): AuditEvent {
  const data = parseJson(row.data) ?? row.data;
  const object = asObject(data);
  const sequence = countAt(object, 'sequence');
  const generation = countAt(object, 'generation') ?? countAt(object, 'approval_generation');
  const sent = objectAt(object, 'evidence')?.['request_sent'];
  const truncated = object?.['truncated'];
  return {
    stream: row.stream,
    revision: row.revision,
    id: row.id,
    type: row.type,
    ...(sequence !== null && { sequence }),
    ...(generation !== null && { generation }),
    ...(typeof sent === 'boolean' && { request_sent: sent }),
    ...(truncated !== undefined && { truncated }),
    data,
    metadata: parseJson(row.metadata) ?? row.metadata,
  };
}
