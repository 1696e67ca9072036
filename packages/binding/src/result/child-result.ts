import { actionResultSchema, type Json, type JsonObject } from '@aip-hermes/aip';

/** The members of an ActionResult in the order of aip section 8. */
const MEMBERS = [
  'action_id',
  'status',
  'output',
  'message',
  'memory_update',
  'usage',
  'receipt',
  'error',
] as const;

/**
 * A recorded child result as it may travel: known members in fixed order, unset ones absent; null when it is no
 * valid ActionResult. Members the message type does not know are dropped, as a decoder does (aip section 1).
 */
export function childResultOf(child: JsonObject): JsonObject | null {
  const kept: Record<string, Json> = {};
  for (const member of MEMBERS) {
    const value = child[member];
    if (value === undefined || value === null) continue;
    kept[member] = value;
  }
  return actionResultSchema.safeParse(kept).success ? kept : null;
}
