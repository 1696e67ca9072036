import type { JsonObject } from '@aip-hermes/aip';
import type { AuditEvent } from './event-view.js';
import type { AuditMessage } from './message-view.js';
import type { TimelineEntry } from './timeline.js';
import type { Verdict } from './verdict.js';

/** All that the log says about one Action (SPEC E1). The same log and bus always give the same value. */
export interface ActionAudit {
  readonly action_id: string;
  /** What the id is: a run, an answer to one's prompt, or only ever refused. */
  readonly kind: 'source' | 'resume' | 'refused';
  /** The folded binding with the fields of SPEC 3; for a resume that of its source; null: there is none. */
  readonly binding: JsonObject | null;
  /** Head of the hash chain, for keeping elsewhere (DESIGN 3); null without a binding or with a broken chain. */
  readonly chain_head: string | null;
  /** Every event read, in the order of the log. */
  readonly events: readonly AuditEvent[];
  /** Every message the log yields for this id, in the order of publication. */
  readonly messages: readonly AuditMessage[];
  /** G1 to G13, in order. */
  readonly verdicts: readonly Verdict[];
  readonly timeline: readonly TimelineEntry[];
}
