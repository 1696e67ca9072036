import type { Bindings } from './bindings.js';
import { at, textAt, type BusRecord, type Violation } from './facts.js';

/** G8, message by message: cancelled is told only of a binding that ended cancelled (by the provider's word: G3). */
export function checkCancelled(record: BusRecord, bindings: Bindings): Violation | null {
  const result = at(record.envelope, 'body', 'action_result');
  if (textAt(result, 'status') !== 'cancelled' || record.key === null) return null;
  return bindings.of(record.key)?.end?.type === 'RunCancelled'
    ? null
    : { guarantee: 'G8', why: `${record.key} is told as cancelled and did not end so` };
}
