import type { CaseFile } from '../case-file.js';
import type { DerivedMessage } from '../derive-messages.js';
import { counted } from '../counted.js';
import { judge } from '../judge.js';
import { removedGap } from '../removed-from-bus.js';
import { countAt, textAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';
import type { Step } from '../walk-binding.js';

/** Events that close a stream of chunks (SPEC O11). */
const CLOSING: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
]);
/** Events that take a sequence without closing. */
const TAKING: ReadonlySet<string> = new Set([
  'ProviderEventObserved',
  'StreamEnded',
  'ApprovalRequested',
  'ApprovalExpired',
]);

/** G7: sequences 0, 1, 2... without gap or duplicate, one closing chunk, last; in the log and on the bus (SPEC O11, B6). */
export function chunksInOrder(file: CaseFile): Verdict {
  const counter = new Counter();
  for (const step of file.steps) counter.take(step);
  const breaches = [...counter.breaches, ...visibility(file), ...onTheBus(file)];
  const end = counter.closed ? 'the last one closes the stream' : 'the stream is open';
  const bus = file.comparison === null ? '; no bus was read' : '; the bus has them in the same order';
  const holds =
    counter.next === 0 ? 'no chunk was recorded' : `${counted(counter.next, 'chunk')} from 0, ${end}${bus}`;
  return judge('G7', { breaches, holds, gap: file.gap ?? removedGap(file.comparison, isChunk) });
}

class Counter {
  readonly breaches: string[] = [];
  next = 0;
  closed = false;

  take({ row, data, kind }: Step): void {
    if (kind !== 'event') return;
    const at = `revision ${row.revision}`;
    const closes = CLOSING.has(row.type);
    if (closes || TAKING.has(row.type)) {
      const sequence = countAt(data, 'sequence');
      if (this.closed) this.breaches.push(`${at}: a chunk after the closing one`);
      else if (sequence !== this.next)
        this.breaches.push(`${at}: sequence ${sequence ?? 'unreadable'} where ${this.next} is due`);
      if (!closes && ['done', 'error'].includes(textAt(data, 'kind') ?? ''))
        this.breaches.push(`${at}: a closing chunk although the run has not ended`);
      this.next = Math.max(this.next, (sequence ?? this.next) + 1);
      this.closed ||= closes;
      return;
    }
    const named = countAt(data, 'next_sequence');
    if (named !== null && named !== this.next)
      this.breaches.push(`${at}: its results name ${named} chunks, ${this.next} were recorded`);
  }
}

/** A consumer gets all chunks of an Action or none (SPEC O3). */
function visibility({ steps, derived }: CaseFile): readonly string[] {
  const taking = steps.filter(
    ({ row, kind }) => kind === 'event' && (CLOSING.has(row.type) || TAKING.has(row.type)),
  );
  const published = new Set(derived.filter(isChunk).map(({ row }) => row.id));
  const shown = taking.filter(({ row }) => published.has(row.id)).length;
  return shown === 0 || shown === taking.length
    ? []
    : [`only ${shown} of ${taking.length} chunks are published`];
}

function onTheBus({ comparison }: CaseFile): readonly string[] {
  if (comparison === null) return [];
  const named = (list: readonly DerivedMessage[], what: string): readonly string[] =>
    list.filter(isChunk).map(({ row }) => `the chunk of revision ${row.revision} is ${what}`);
  return [
    ...named(comparison.missing, 'not on the bus'),
    ...named(comparison.repeated, 'on the bus more than once'),
    ...named(comparison.reordered, 'on the bus behind a later one'),
  ];
}

function isChunk({ message }: DerivedMessage): boolean {
  return message.topic === 'stream_chunks';
}
