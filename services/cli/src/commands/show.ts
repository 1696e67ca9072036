import {
  bindingStream,
  bindingView,
  foldBinding,
  isOperatorActionId,
  rejectionStream,
} from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import type { Command } from 'commander';
import { CliError } from '../cli-error.js';
import { nextStepFor } from '../next-step/next-step-for.js';
import { stepText } from '../next-step/step-text.js';
import type { Output } from '../output.js';
import { fieldTable } from '../render/field-table.js';
import { printableLine } from '../render/printable.js';
import { objectAt } from '../watch/published.js';
import { sourceOfResume } from '../watch/watched.js';
import { dataDirectory } from '../wire/data-directory.js';
import { openReadStore } from '../wire/open-store.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { notInLog } from './not-found.js';
import { suggested } from './suggested.js';

/** Adds `show`: the binding of an Action (SPEC 3). */
export function addShow(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('show')
    .summary('show the binding of an Action')
    .description(
      'Shows the binding of an Action, folded from the log: the fields of the specification, nullable ones present.',
    )
    .argument('<id>', 'Action id; for a resume the binding of its source');
  withCommonOptions(command, ['show act_0198...', 'show act_0198... --json']).action(
    (id: string, options: CommonOptions) => show(id, options, output(options.json === true)),
  );
}

async function show(id: string, options: CommonOptions, output: Output): Promise<void> {
  const directory = dataDirectory(options.data);
  const store = await openReadStore(directory);
  try {
    const { log } = store;
    if (log === null) throw await notInLog(id, store, directory, options);
    const state = (await readBinding(log, id)) ?? (await readBinding(log, await sourceOfResume(log, id)));
    if (state === null) {
      throw (await wasRefused(log, id))
        ? refused(id, options)
        : await notInLog(id, store, directory, options);
    }
    if (state.unreadable !== null)
      output.note(`Part of the record cannot be understood: ${state.unreadable}`);
    const view = bindingView(state);
    if (output.json) {
      output.value(view);
      return;
    }
    output.line(fieldTable(view, output.style, output.width));
    const { action_id, status, error } = state.binding;
    const serviceRuns = isServiceRunning(directory);
    const details = objectAt(error, 'details');
    const step = nextStepFor({ state: status, code: error?.code ?? null, details, serviceRuns });
    output.line(`\nNext: ${stepText(step, action_id, (words) => suggested(words, options))}`);
  } finally {
    await store.close();
  }
}

async function readBinding(log: EventLog, id: string | null): Promise<ReturnType<typeof foldBinding>> {
  return id === null || !isOperatorActionId(id) ? null : foldBinding(await log.read(bindingStream(id)));
}

async function wasRefused(log: EventLog, id: string): Promise<boolean> {
  return (await log.read(rejectionStream(id), { limit: 1 })).length > 0;
}

function refused(id: string, options: CommonOptions): CliError {
  const audit = suggested(['audit', id], options);
  return new CliError('not_found', `${printableLine(id)} was refused and has no binding. See why: ${audit}`);
}
