import { bindingView, type Message } from '@aip-hermes/binding';
import type { ActionAudit } from './action-audit.js';
import type { CaseFile } from './case-file.js';
import { eventView } from './event-view.js';
import { gather, type Gathered, type Sources } from './gather.js';
import { messageView } from './message-view.js';
import { timeline } from './timeline.js';
import type { Verdict } from './verdict.js';
import { cancelledByProvider } from './verdicts/cancelled-by-provider.js';
import { childIsNative } from './verdicts/child-is-native.js';
import { chunksInOrder } from './verdicts/chunks-in-order.js';
import { derivable } from './verdicts/derivable.js';
import { endIsFinal } from './verdicts/end-is-final.js';
import { noCredentials } from './verdicts/no-credentials.js';
import { BAD_MESSAGES, BOUNDS } from './verdicts/not-here.js';
import { nothingLost } from './verdicts/nothing-lost.js';
import { oneAnswer } from './verdicts/one-answer.js';
import { oneRequest } from './verdicts/one-request.js';
import { oneStart } from './verdicts/one-start.js';
import { unknownStaysUnknown } from './verdicts/unknown-stays-unknown.js';

/**
 * Replays all that the log holds of an Action and judges every guarantee (SPEC E1, G12). Takes no configuration, never
 * writes, and never fails on damaged rows: damage is what verdicts are about. Null: the log knows nothing of the id.
 * @throws LogUnavailable
 * @throws BusUnavailable
 */
export async function auditAction(
  parts: Sources & { readonly actionId: string },
): Promise<ActionAudit | null> {
  const { actionId } = parts;
  const gathered = await gather(parts, actionId);
  if (gathered === null) return null;
  const { file, rows } = gathered;
  const kind = kindOf(file);
  return {
    action_id: actionId,
    kind,
    binding: file.state === null ? null : bindingView(file.state),
    chain_head: file.sourceId !== null && file.chain.ok ? file.chain.head : null,
    events: rows.map(eventView),
    messages: file.derived
      .filter(({ message }) => kind !== 'resume' || isAbout(message, actionId))
      .map(({ message }) => messageView(message)),
    verdicts: verdictsOf(gathered),
    timeline: timeline(rows),
  };
}

function verdictsOf({ file, derivation }: Gathered): readonly Verdict[] {
  return [
    oneStart(file),
    oneAnswer(file),
    unknownStaysUnknown(file),
    endIsFinal(file),
    oneRequest(file),
    nothingLost(file),
    chunksInOrder(file),
    cancelledByProvider(file),
    childIsNative(file),
    noCredentials(file),
    BAD_MESSAGES,
    derivable(file, derivation),
    BOUNDS,
  ];
}

function kindOf({ actionId, sourceId, resumes }: CaseFile): ActionAudit['kind'] {
  if (sourceId === actionId) return 'source';
  return resumes.length > 0 ? 'resume' : 'refused';
}

/** A resume's replies go under its source's key (DESIGN 4). */
function isAbout({ headers }: Message, actionId: string): boolean {
  return headers['aip-action-id'] === actionId;
}
