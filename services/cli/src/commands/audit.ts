import { auditAction, auditAll, type ActionAudit, type Sources } from '@aip-hermes/audit';
import { checkLogAndBus, LogAndBusMismatch } from '@aip-hermes/connector';
import type { EventLog, Position } from '@aip-hermes/event-log';
import type { MessageBus } from '@aip-hermes/message-bus';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { auditedStanding } from '../next-step/audited-standing.js';
import { nextStepFor } from '../next-step/next-step-for.js';
import { stepText, type Suggest } from '../next-step/step-text.js';
import type { Output } from '../output.js';
import { auditProgress } from '../render/audit-progress.js';
import { auditText } from '../render/audit-text.js';
import { printableLine } from '../render/printable.js';
import { verdictTable } from '../render/verdict-table.js';
import { VerdictSummary } from '../verdict-summary.js';
import { textAt } from '../watch/published.js';
import { dataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { openReadStore, type ReadStore } from '../wire/open-store.js';
import { progressLine } from '../wire/progress-line.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { auditBusOnly } from './audit-bus-only.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { notInLog } from './not-found.js';
import { suggested } from './suggested.js';

interface AuditOptions extends CommonOptions {
  readonly all?: boolean;
}

/** Adds `audit`: replays the log and judges every guarantee (SPEC E1). Reads no configuration. */
export function addAudit(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('audit')
    .summary('replay an Action and judge every guarantee')
    .description(
      'Replays what the log holds of an Action (or a refused id), derives its messages again, compares them byte for ' +
        'byte with the bus, and gives a verdict per guarantee. Works with and without a running service and reads ' +
        'no configuration. Ends with 7 when a guarantee is broken, or when log and bus do not belong together, so that history is missing. chain_head is the head of the hash chain of one Action: ' +
        'kept elsewhere, it shows later whether the history was changed.',
    )
    .argument('[id]', 'Action id')
    .option('--all', 'every Action of the log');
  withCommonOptions(command, ['audit act_0198...', 'audit --all', 'audit --all --json > audit.jsonl']).action(
    (id: string | undefined, options: AuditOptions) => audit(id, options, output(options.json === true)),
  );
}

async function audit(id: string | undefined, options: AuditOptions, output: Output): Promise<void> {
  if ((id === undefined) === (options.all !== true)) {
    throw new CliError('usage', 'Give either an Action id or --all.');
  }
  const directory = dataDirectory(options.data);
  const store = await openReadStore(directory);
  try {
    if (store.log === null) {
      if (id !== undefined) throw await notInLog(id, store, directory, options);
      output.note('There is no log yet; nothing to audit.');
      return;
    }
    const { mismatch, ...sources } = await sourcesOf(store, store.log, output);
    const summary =
      id === undefined
        ? await auditEvery(sources, suggested(['audit', 'ID'], options), output)
        : await auditOne(sources, id, output, (found) => nextLine(found, directory, options));
    if (summary === null) {
      if (mismatch === null) throw await notInLog(id ?? '', store, directory, options);
      throw new CliError('guarantee_broken', `${printableLine(id ?? '')} is not in this log. ${mismatch}`);
    }
    // With another log's bus, all its messages would be said to be orphans.
    const orphans =
      id === undefined && mismatch === null && store.bus !== null
        ? await auditBusOnly({ ...sources, reader: store.bus.reader }, store.bus, output)
        : null;
    if (summary.broken.length > 0) {
      const which = summary.broken.join(', ');
      throw new CliError(
        'guarantee_broken',
        `Broken: ${which}. Keep the data directory as it is and look at the evidence above.`,
      );
    }
    if (orphans !== null) throw new CliError('guarantee_broken', orphans);
    // What is missing from the log breaks no verdict about what is left of it.
    if (mismatch !== null) throw new CliError('guarantee_broken', mismatch);
  } finally {
    await store.close();
  }
}

async function auditOne(
  sources: Sources,
  actionId: string,
  output: Output,
  next: (found: ActionAudit) => string | null,
): Promise<VerdictSummary | null> {
  const found = await auditAction({ ...sources, actionId });
  if (found === null) return null;
  if (output.json) output.value(found);
  else {
    output.line(auditText(found, output.style, output.width));
    const line = isBroken(found) ? null : next(found);
    if (line !== null) output.line(`\n${line}`);
  }
  return new VerdictSummary(sources.reader !== null).add(found);
}

function nextLine(found: ActionAudit, directory: DataDirectory, options: AuditOptions): string | null {
  const standing = auditedStanding(found, isServiceRunning(directory));
  if (standing === null) return null;
  const source = textAt(found.binding, 'action_id') ?? found.action_id;
  // Whoever reads this line has the record before their eyes.
  const isThis = (words: readonly string[]): boolean => words.join(' ') === `audit ${source}`;
  const suggest: Suggest = (words) => (isThis(words) ? null : suggested(words, options));
  return `Next: ${stepText(nextStepFor(standing), source, suggest)}`;
}

async function auditEvery(sources: Sources, one: string, output: Output): Promise<VerdictSummary> {
  const summary = new VerdictSummary(sources.reader !== null);
  let chains = 0;
  const progress = progressLine(output);
  try {
    for await (const found of auditAll(sources, (it) => progress.show(auditProgress(it)))) {
      summary.add(found);
      if (found.chain_head !== null) chains += 1;
      if (output.json) output.value(found);
      else if (isBroken(found)) {
        progress.clear();
        output.line(auditText(found, output.style, output.width));
      }
    }
  } finally {
    progress.clear();
  }
  if (!output.json) {
    output.line(`${summary.audited} Actions audited, ${chains} hash chains`);
    if (chains > 0)
      output.line(output.style.dim(`The head of each chain: ${one}, or chain_head in --all --json`));
    if (summary.audited > 0) output.line(verdictTable(summary.verdicts, output.style, output.width));
  }
  return summary;
}

function isBroken({ verdicts }: ActionAudit): boolean {
  return verdicts.some(({ verdict }) => verdict === 'broken');
}

/** Where to read from, and why log and bus do not belong together if they do not: then history is missing. */
type AuditSources = Sources & { readonly mismatch: string | null };

/** The checkpoint is read before anything else: what was published by then must be on the bus. */
async function sourcesOf({ bus }: ReadStore, log: EventLog, output: Output): Promise<AuditSources> {
  if (bus === null) {
    output.note('There is no bus here: the messages are derived from the log and compared with nothing.');
    return { log, reader: null, mismatch: null };
  }
  const { position, mismatch } = await publishedUpTo(log, bus);
  const removedUntilMs = bus.removedUntilMs();
  return { log, reader: bus.reader, publishedUpTo: position, removedUntilMs, mismatch };
}

/** The position is null when it is another log's: then it says nothing about this one. */
async function publishedUpTo(
  log: EventLog,
  bus: MessageBus,
): Promise<{ readonly position: Position | null; readonly mismatch: string | null }> {
  try {
    return { position: (await checkLogAndBus(log, bus.projectionSink('0'))).position, mismatch: null };
  } catch (error) {
    if (!(error instanceof LogAndBusMismatch)) throw error;
    return { position: null, mismatch: error.message };
  }
}
