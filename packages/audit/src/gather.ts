import {
  bindingStream,
  isOperatorActionId,
  isSharedKey,
  messageKey,
  rejectionStream,
  replayStream,
  resumeStream,
  verifyChain,
} from '@aip-hermes/binding';
import type { EventLog, Position, RecordedEvent } from '@aip-hermes/event-log';
import type { MessageReader } from '@aip-hermes/message-bus';
import type { CaseFile } from './case-file.js';
import { compareMessages } from './compare-messages.js';
import { deriveMessages, type Derivation } from './derive-messages.js';
import { evidenceRow, type EvidenceRow } from './evidence-row.js';
import { isForgotten } from './forgotten.js';
import { textAt } from './json-at.js';
import { readBus } from './read-bus.js';
import { mayBeRemoved } from './removed-from-bus.js';
import { walkBinding, type Step } from './walk-binding.js';

/** Where evidence is read from. */
export interface Sources {
  readonly log: EventLog;
  /** Null: messages are derived, but not compared. */
  readonly reader: MessageReader | null;
  /** The projection's position in this log, read before the audit; null or absent: not known. */
  readonly publishedUpTo?: Position | null | undefined;
  /** Published messages up to this moment may have been removed from the bus, milliseconds since 1970; null: none was. */
  readonly removedUntilMs?: number | null | undefined;
  /** Credentials to look for exactly (G10). */
  readonly secrets?: readonly string[] | undefined;
  /** Ends reading early. */
  readonly signal?: AbortSignal | undefined;
}

/** The evidence of one Action, and what its rows give. */
export interface Gathered {
  readonly file: CaseFile;
  readonly derivation: Derivation;
  /** Every row read, in the order of the log. */
  readonly rows: readonly RecordedEvent[];
}

/** Resume streams read for one binding at most (SPEC A7). */
const MAX_RESUMES = 256;

/**
 * Reads everything about an Action; null when there is nothing. The bus is read before the log, and the binding
 * last, so that a deployment at work never shows a message or an answer without the event it comes from.
 * @throws LogUnavailable
 * @throws BusUnavailable
 */
export async function gather(sources: Sources, actionId: string): Promise<Gathered | null> {
  const { log, reader, secrets = [] } = sources;
  const own = isOperatorActionId(actionId) ? await log.read(resumeStream(actionId)) : [];
  const sourceId = await sourceOf(log, actionId, own);
  const ids = [...new Set(sourceId === null ? [actionId] : [sourceId, actionId])];
  const signal = sources.signal ?? new AbortController().signal;
  const keys = [...new Set(ids.map(messageKey))];
  const records = reader === null ? null : await readBus(reader, keys, signal);
  const refused = await readAll(log, ids.map(rejectionStream));
  const replayed = await readAll(log, ids.filter(isOperatorActionId).map(replayStream));
  const bound = sourceId === null ? [] : await log.read(bindingStream(sourceId));
  if (own.length + refused.length + replayed.length + bound.length === 0) return null;
  const { steps, state } = walkBinding(bound);
  const answers = await readAll(log, answeringStreams(steps, actionId));
  const rows = [...bound, ...refused, ...replayed, ...own, ...answers].sort(byPosition);
  const derivation = deriveMessages(rows);
  const refusals = refused.map(beside);
  const replays = replayed.map(beside);
  const kept = { state, derived: derivation.messages, refusals, replays };
  const comparison =
    records === null
      ? null
      : compareMessages(
          derivation.messages,
          records,
          sources.publishedUpTo,
          (record) => isSharedKey(messageKey(actionId)) || isForgotten(record, kept),
          (message) => mayBeRemoved(message, sources.removedUntilMs ?? null),
        );
  const file: CaseFile = {
    actionId,
    sourceId: bound.length === 0 ? null : sourceId,
    steps,
    state,
    chain: verifyChain(bound),
    refusals,
    replays,
    resumes: [...own, ...answers].map(beside),
    derived: derivation.messages,
    comparison,
    secrets,
    gap: gapOf(steps, state?.unreadable ?? null),
  };
  return { file, derivation, rows };
}

/** The Action whose binding is looked at: the id's own, or the one that the resume answers. */
async function sourceOf(log: EventLog, id: string, own: readonly RecordedEvent[]): Promise<string | null> {
  if (!isOperatorActionId(id)) return null;
  const first = own[0];
  if (first === undefined) return id;
  if ((await log.read(bindingStream(id), { limit: 1 })).length > 0) return id;
  const source = textAt(beside(first).data, 'source_action_id');
  return source !== null && isOperatorActionId(source) ? source : id;
}

/** Streams of the resumes that answered, without the asked id's own. */
function answeringStreams(steps: readonly Step[], actionId: string): readonly string[] {
  const ids = new Set<string>();
  for (const { row, data } of steps) {
    const id = row.type === 'ApprovalAnswerClaimed' ? textAt(data, 'action_id') : null;
    if (id !== null && id !== actionId && isOperatorActionId(id) && ids.size < MAX_RESUMES) ids.add(id);
  }
  return [...ids].map(resumeStream);
}

async function readAll(log: EventLog, streams: readonly string[]): Promise<readonly RecordedEvent[]> {
  const rows: RecordedEvent[] = [];
  for (const stream of streams) rows.push(...(await log.read(stream)));
  return rows;
}

function beside(row: RecordedEvent): EvidenceRow {
  return evidenceRow(row, 'beside');
}

/** Positions compare as text (event-log port). */
function byPosition(a: RecordedEvent, b: RecordedEvent): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.revision - b.revision;
}

function gapOf(steps: readonly Step[], unreadable: string | null): string | null {
  if (unreadable === null) return null;
  const newer = steps.some(({ kind }) => kind === 'newer');
  const advice = newer ? 'a newer release wrote it; audit with that one' : 'see G12';
  return `the stream cannot be followed past ${unreadable} (${advice})`;
}
