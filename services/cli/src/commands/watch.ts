import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../cli-error.js';
import { EXIT_CODES } from '../exit-code.js';
import { nextStepFor } from '../next-step/next-step-for.js';
import { stepText } from '../next-step/step-text.js';
import type { Output } from '../output.js';
import { LiveView } from '../render/live-view.js';
import { printableLine } from '../render/printable.js';
import { ownEndOf, removedEndOf } from '../watch/own-end.js';
import { findWatched } from '../watch/watched.js';
import { watchMessages } from '../watch/watch-messages.js';
import { dataDirectory } from '../wire/data-directory.js';
import { openReadStore } from '../wire/open-store.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { notFound } from './not-found.js';
import { suggested } from './suggested.js';

interface WatchOptions extends CommonOptions {
  readonly timeout?: number;
  readonly run?: boolean;
}

/** Adds `watch`: what is published about an Action, live, until its end. */
export function addWatch(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('watch')
    .summary('follow an Action to its end')
    .description(
      'Shows what is published about an Action (a source, resume, refused or cancelled id): first what is there, ' +
        'then what comes, until its terminal result or a rejecting ack, among what is there the last one, once no ' +
        'later command waits for its answer. The exit code is that of the end of the run, whatever was refused beside ' +
        'it; while the run goes on, or without one, a refusal ends with 3. A refused reply names the message it answers.',
    )
    .argument('<id>', 'Action id')
    .addOption(
      new Option(
        '--timeout <seconds>',
        'give up after this time (exit code 124, or 8 when a person must decide)',
      ).argParser(seconds),
    );
  command.option('--run', 'end only with the run itself, not with a refused cancel or reuse');
  withCommonOptions(command, ['watch act_0198...', 'watch act_0198... --timeout 60 --json']).action(
    (id: string, options: WatchOptions) => watch(id, options, output(options.json === true)),
  );
}

async function watch(id: string, options: WatchOptions, output: Output): Promise<void> {
  const directory = dataDirectory(options.data);
  const store = await openReadStore(directory);
  const giveUp = new AbortController();
  const timer =
    options.timeout === undefined ? null : setTimeout(() => giveUp.abort(), options.timeout * 1_000);
  try {
    const watched = await findWatched(store, id);
    if (watched === null || store.bus === null) throw notFound(id, directory);
    if (!isServiceRunning(directory))
      output.note(
        `No service runs here; what is published already is shown. To go on: ${suggested(['up'], options)}`,
      );
    const view = new LiveView(output.style, output.width, {
      id,
      suggest: (words) => suggested(words, options),
    });
    const { bus, log } = store;
    const { end, runGoesOn, removed } = await watchMessages({
      bus,
      watched,
      signal: giveUp.signal,
      runOnly: options.run === true,
      ownEnd: () => ownEndOf(log, id),
      removedEnd: () => removedEndOf(log, id, bus.removedUntilMs()),
      show: (message) => {
        if (output.json) output.value(message);
        else output.write(view.render(message));
      },
    });
    if (!output.json) output.write(view.close());
    if (removed === true)
      output.note(
        `Messages of this run are too old to be on the bus still; the log has all: ${suggested(['audit', id], options)}`,
      );
    if (end === 'timed_out') {
      const next = isServiceRunning(directory)
        ? 'it goes on, watch it again.'
        : `no service runs here, start one with: ${suggested(['up'], options)}`;
      throw new CliError(
        'timed_out',
        `${printableLine(id)} has not ended within ${options.timeout ?? 0} s; ${next}`,
      );
    }
    if (end === 'waits_for_person') throw waits(id, isServiceRunning(directory), options, output);
    if (runGoesOn)
      output.note(
        `The run itself goes on; watch it to its end with: ${suggested(['watch', id, '--run'], options)}`,
      );
    process.exitCode = EXIT_CODES[end];
  } finally {
    if (timer !== null) clearTimeout(timer);
    await store.close();
  }
}

function waits(id: string, serviceRuns: boolean, options: CommonOptions, { json }: Output): CliError {
  const text = `${printableLine(id)} waits for a person's decision.`;
  // What is shown of the run ends with the same advice.
  if (serviceRuns && !json) return new CliError('waits_for_person', text);
  const step = nextStepFor({ state: 'waiting_for_approval', code: null, details: null, serviceRuns });
  const next = stepText(step, id, (words) => suggested(words, options));
  return new CliError('waits_for_person', `${text} ${next}`);
}

/** Longest time-out: what a timer can hold, seconds. */
const MAX_SECONDS = 2_000_000;

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0 || value > MAX_SECONDS) {
    throw new InvalidArgumentError('Seconds, 0 or more, are wanted.');
  }
  return value;
}
