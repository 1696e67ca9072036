import { bindingStream, foldBinding, isTerminal, type BindingStatus } from '@aip-hermes/binding';
import type { EventLog } from '@aip-hermes/event-log';
import { Option, type Command } from 'commander';
import { nextStepFor } from '../next-step/next-step-for.js';
import type { NextStep } from '../next-step/next-step.js';
import { stepText } from '../next-step/step-text.js';
import type { Output } from '../output.js';
import { listTable, type ListRow } from '../render/list-table.js';
import { dataDirectory } from '../wire/data-directory.js';
import { newestBindings } from '../wire/newest-bindings.js';
import { openReadStore } from '../wire/open-store.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { SINCE_HELP, sinceTime } from './since-time.js';
import { STATE_WORDS, stateFilter } from './state-filter.js';
import { suggested } from './suggested.js';
import { wholeNumber } from './whole-number.js';

interface ListOptions extends CommonOptions {
  readonly limit: number;
  readonly state?: ReadonlySet<BindingStatus>;
  /** Milliseconds since 1970. */
  readonly since?: number;
}

const DEFAULT_LIMIT = 100;

/** Adds `list`: the newest bindings with their state (SPEC B4). */
export function addList(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('list')
    .summary('list bindings, newest first')
    .description(
      'Lists bindings with state, endpoint, age and last event: the newest first, by when they were created. With ' +
        '--state and --since only those that fit; a note says when there are more than --limit.',
    )
    .addOption(
      new Option('--limit <n>', 'at most this many')
        .argParser((text) => wholeNumber(text))
        .default(DEFAULT_LIMIT),
    )
    .addOption(
      new Option(
        '--state <states>',
        'only bindings in these states, several with commas between; open stands for every state that is not terminal, ended for the others, waiting for waiting_for_approval',
      )
        .choices(STATE_WORDS)
        .argParser(stateFilter),
    )
    .addOption(new Option('--since <time>', SINCE_HELP).argParser((text) => sinceTime(text, Date.now())));
  withCommonOptions(command, [
    'list',
    'list --limit 10 --json',
    'list --state open',
    'list --state failed,outcome_unknown --since 7d',
  ]).action((options: ListOptions) => list(options, output(options.json === true)));
}

async function list(options: ListOptions, output: Output): Promise<void> {
  const directory = dataDirectory(options.data);
  const store = await openReadStore(directory);
  try {
    const rows: ListRow[] = [];
    let more = false;
    for await (const row of store.log === null ? [] : matching(store.log, options, output)) {
      more = rows.length === options.limit;
      if (more) break;
      rows.push(row);
      if (output.json) output.value(row);
    }
    if (!output.json) {
      output.line(rows.length === 0 ? nothing(options) : listTable(rows, Date.now(), output.style));
      for (const line of stepLines(rows, isServiceRunning(directory), options))
        output.line(output.style.dim(line));
    }
    if (more)
      output.note(
        `There are more than ${options.limit === 1 ? 'this one' : `these ${options.limit}`}; see more with --limit, fewer with --state and --since.`,
      );
  } finally {
    await store.close();
  }
}

/** Folds only what may fit: an ended binding of another state is told from its last event alone. */
async function* matching(
  log: EventLog,
  { state, since }: ListOptions,
  output: Output,
): AsyncGenerator<ListRow, void, void> {
  const wantsOpen = state === undefined || [...state].some((it) => !isTerminal(it));
  for await (const { actionId, ended } of newestBindings(log, { sinceMs: since })) {
    const mayFit = ended === null ? wantsOpen : state?.has(ended) !== false;
    const row = mayFit ? await rowOf(log, actionId, output) : null;
    if (row !== null && state?.has(row.status) !== false) yield row;
  }
}

/** Says of a binding that cannot be understood any more why: its state is that of its last sound event. */
async function rowOf(log: EventLog, id: string, output: Output): Promise<ListRow | null> {
  const state = foldBinding(await log.read(bindingStream(id)));
  if (state === null) return null;
  if (state.unreadable !== null)
    output.note(`Part of the record of ${id} cannot be understood: ${state.unreadable}`);
  const { endpoint_id, status, last_event, created_at, updated_at, run_id } = state.binding;
  return { action_id: id, endpoint_id, status, last_event, run_id, created_at, updated_at };
}

/** One line for each next step among the rows; that of a single Action, told by `show`, knows more. */
function stepLines(rows: readonly ListRow[], serviceRuns: boolean, options: ListOptions): readonly string[] {
  const statesOf = new Map<NextStep, Set<BindingStatus>>();
  for (const { status } of rows) {
    if (status === 'completed') continue;
    const step = nextStepFor({ state: status, code: null, details: null, serviceRuns });
    statesOf.set(step, (statesOf.get(step) ?? new Set()).add(status));
  }
  return [...statesOf].map(([step, states]) => {
    const text = stepText(step, null, (words) => suggested(words, options));
    return `Next, ${[...states].join(', ')}: ${text}`;
  });
}

function nothing({ state, since }: ListOptions): string {
  return state === undefined && since === undefined ? 'No bindings yet.' : 'No binding fits.';
}
