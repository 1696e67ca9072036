import { POLICY_BOUNDS } from './policy-bounds.js';
import type { Policy, PolicyProblem } from './policy.js';

/** Bytes of an append kept for everything but the payload: ids, up to 64 invocations, metadata (DESIGN 3). */
const APPEND_HEADROOM_BYTES = 131_072;

/** Largest serialised provider input in UTF-8 bytes: policy, but within the log's own limit (SPEC I8). */
export function effectiveInputLimit(policy: Policy, maxAppendBytes: number): number {
  return Math.min(policy.max_input_bytes, maxAppendBytes - APPEND_HEADROOM_BYTES);
}

/**
 * Whether events of this policy fit into a log that takes appends of `maxAppendBytes` (DESIGN 3, Sizes); the
 * process refuses to start otherwise. `base` is put before the paths.
 */
export function checkAgainstLog(policy: Policy, maxAppendBytes: number, base = ''): readonly PolicyProblem[] {
  const room = maxAppendBytes - APPEND_HEADROOM_BYTES;
  const prefix = base === '' ? '' : `${base}.`;
  if (room < POLICY_BOUNDS.max_output_bytes.min) {
    const message = `the event log takes ${maxAppendBytes} bytes an append; at least ${APPEND_HEADROOM_BYTES + POLICY_BOUNDS.max_output_bytes.min} are needed`;
    return [{ path: base, message }];
  }
  return (['max_output_bytes', 'max_event_data_bytes'] as const)
    .filter((key) => policy[key] > room)
    .map((key) => ({
      path: `${prefix}${key}`,
      message: `is ${policy[key]}, but the event log leaves room for ${room} bytes; lower it or raise the log's limit`,
    }));
}
