import { bindingStream, foldBinding } from '@aip-hermes/binding';
import { Option, type Command } from 'commander';
import type { Output } from '../output.js';
import { listTable, type ListRow } from '../render/list-table.js';
import { dataDirectory } from '../wire/data-directory.js';
import { newestBindings } from '../wire/newest-bindings.js';
import { openReadStore } from '../wire/open-store.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { wholeNumber } from './whole-number.js';

interface ListOptions extends CommonOptions {
  readonly limit: number;
}

const DEFAULT_LIMIT = 100;

/** Adds `list`: the newest bindings with their state. */
export function addList(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('list')
    .summary('list bindings, newest first')
    .description('Lists the newest bindings with state, endpoint, age and last event.')
    .addOption(new Option('--limit <n>', 'at most this many').argParser(wholeNumber).default(DEFAULT_LIMIT));
  withCommonOptions(command, ['list', 'list --limit 10 --json']).action((options: ListOptions) =>
    list(options, output(options.json === true)),
  );
}

async function list(options: ListOptions, output: Output): Promise<void> {
  const store = await openReadStore(dataDirectory(options.data));
  try {
    const { log } = store;
    const ids = log === null ? [] : await newestBindings(log, options.limit);
    const rows: ListRow[] = [];
    for (const id of ids) {
      const state = log === null ? null : foldBinding(await log.read(bindingStream(id)));
      if (state === null) continue;
      const { action_id, endpoint_id, status, last_event, created_at, updated_at, run_id } = state.binding;
      const row = { action_id, endpoint_id, status, last_event, run_id, created_at, updated_at };
      rows.push(row);
      if (output.json) output.value(row);
    }
    if (!output.json)
      output.line(rows.length === 0 ? 'No bindings yet.' : listTable(rows, Date.now(), output.style));
  } finally {
    await store.close();
  }
}
