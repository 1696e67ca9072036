import { AIP_CONTENT_TYPE, DEFAULT_MAX_DEPTH, parseLossless, type LosslessJson } from '@aip-hermes/aip';
import { capabilityIdOf, isOperatorActionId } from '@aip-hermes/binding';
import type { Config } from '@aip-hermes/config';
import { openSqliteBus } from '@aip-hermes/message-bus/sqlite';
import { Argument, Option, type Command } from 'commander';
import { CliError } from '../cli-error.js';
import type { Output } from '../output.js';
import { printableLine } from '../render/printable.js';
import { actionOf } from '../submit/as-envelope.js';
import { commandOf, rawCommandOf, type ReadyCommand } from '../submit/command-of.js';
import { MAX_INPUT_BYTES, parseInput } from '../submit/parse-input.js';
import type { Submitter } from '../submit/submitter.js';
import { prepareDataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { readConfigWithoutKeys } from '../wire/read-config.js';
import { readInput } from '../wire/read-input.js';
import { isServiceRunning } from '../wire/service-lock.js';
import { uuidV7 } from '../wire/uuid-v7.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { areAllKnown, chosenEndpoint, knownEndpoints } from './known-endpoints.js';
import { suggested } from './suggested.js';
import { wholeNumber } from './whole-number.js';

interface SubmitOptions extends CommonOptions {
  readonly objective?: string;
  readonly endpoint?: string;
  readonly context?: string;
  readonly mode?: string;
  readonly idempotencyKey?: string;
  readonly id?: string;
  readonly timeoutMs?: number;
  readonly raw?: boolean;
}

/** Options that shape the Action of `--objective` and mean nothing for a file. */
const OBJECTIVE_ONLY = ['endpoint', 'context', 'mode', 'idempotencyKey', 'id', 'timeoutMs'] as const;

/** Adds `submit`: puts commands on the bus, durably (SPEC I11, DESIGN 4). */
export function addSubmit(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('submit')
    .summary('send a command')
    .description(
      'Stores commands for the connector: a FILE with an Envelope or a bare Action (or an array of them, or JSON ' +
        'Lines; - is stdin), or an objective. Everything is checked before anything is stored. The approval of the local operator is added to ' +
        'Actions that carry none. Ends with 0 when all is durably stored; works without a running service.',
    )
    .addArgument(new Argument('[file]', 'JSON file, or - for stdin'))
    .option('--objective <text>', 'what Hermes shall do, instead of a file')
    .option('--endpoint <id>', 'endpoint of the objective (default: the only one)')
    .option('--context <file>', 'JSON file given along with the objective')
    .addOption(
      new Option('--mode <mode>', 'how to answer (default streaming)').choices([
        'streaming',
        'sync',
        'async',
      ]),
    )
    .option('--id <action-id>', 'Action id of the objective (default: drawn)')
    .option('--idempotency-key <key>', 'idempotency key of the objective (default: drawn)')
    .addOption(new Option('--timeout-ms <n>', 'time for the run').argParser((text) => wholeNumber(text)))
    .option('--raw', 'send the bytes of FILE as they are, unchecked');
  withCommonOptions(command, [
    'submit --objective "Say hello. SCRIPT=plain"',
    'submit --objective "Sum it up" --endpoint hermes-a --context facts.json --mode sync',
    'submit action.json',
    'submit - --json < envelopes.jsonl',
  ]).action((file: string | undefined, options: SubmitOptions) =>
    submit(file, options, output(options.json === true)),
  );
}

async function submit(file: string | undefined, options: SubmitOptions, output: Output): Promise<void> {
  checkUsage(file, options);
  const config = readConfigWithoutKeys(options.config ?? null);
  const by = submitter(config);
  const directory = prepareDataDirectory(options.data);
  const commands =
    file === undefined
      ? [await objectiveCommand(options, endpointOf(options, config, directory), by)]
      : await fileCommands(file, options.raw === true, by);
  await store(commands, directory, config);
  tell(commands, isServiceRunning(directory), options, output);
}

/** Nothing but white space, as AIP counts it. */
const BLANK = /^\p{White_Space}*$/u;

function checkUsage(file: string | undefined, options: SubmitOptions): void {
  if ((file === undefined) === (options.objective === undefined)) {
    throw new CliError('usage', 'Give either a FILE (or - for stdin) or --objective TEXT.');
  }
  if (options.objective !== undefined && BLANK.test(options.objective)) {
    throw new CliError('usage', '--objective is blank; say what Hermes shall do.');
  }
  if (options.objective !== undefined && options.raw === true) {
    throw new CliError('usage', '--raw sends the bytes of a FILE; it cannot be combined with --objective.');
  }
  if (options.id !== undefined && !isOperatorActionId(options.id)) {
    throw new CliError('usage', '--id must be act_ and 1 to 200 characters of A-Z, a-z, 0-9, _ and -.');
  }
  const stray = OBJECTIVE_ONLY.find((name) => file !== undefined && options[name] !== undefined);
  if (stray === undefined) return;
  const option = stray.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CliError('usage', `--${option} belongs to --objective; a FILE says it itself.`);
}

function submitter(config: Config | null): Submitter {
  const { id, kind } = config?.ingress.local_principal ?? LOCAL_OPERATOR;
  return { principal: { id, kind }, nowMs: () => Date.now(), uuid: () => uuidV7(Date.now()) };
}

const LOCAL_OPERATOR = { id: 'human:local_operator', kind: 'human' } as const;

function endpointOf({ endpoint }: SubmitOptions, config: Config | null, directory: DataDirectory): string {
  return chosenEndpoint(endpoint, knownEndpoints(config, directory), areAllKnown(config, directory));
}

/** The command of `--objective`. */
async function objectiveCommand(
  options: SubmitOptions,
  endpoint: string,
  by: Submitter,
): Promise<ReadyCommand> {
  const action = actionOf(
    {
      objective: options.objective ?? '',
      capabilityId: capabilityIdOf(endpoint),
      context: options.context === undefined ? undefined : await readContext(options.context),
      mode: options.mode ?? 'streaming',
      idempotencyKey: options.idempotencyKey,
      actionId: options.id,
      timeoutMs: options.timeoutMs,
    },
    by,
  );
  const read = commandOf(action, by);
  if (read.kind === 'bad') throw refused('the objective', read.problems);
  return read.command;
}

async function readContext(file: string): Promise<LosslessJson> {
  const bytes = await readInput(file, MAX_INPUT_BYTES);
  const parsed = parseLossless(bytes, { maxBytes: MAX_INPUT_BYTES, maxDepth: DEFAULT_MAX_DEPTH });
  if (parsed.kind === 'ok') return parsed.value;
  throw refused(`the context ${file}`, [parsed.message]);
}

async function fileCommands(file: string, raw: boolean, by: Submitter): Promise<readonly ReadyCommand[]> {
  const bytes = await readInput(file, MAX_INPUT_BYTES);
  if (raw) return [rawCommandOf(bytes)];
  const name = file === '-' ? 'stdin' : file;
  const parsed = parseInput(bytes);
  if (parsed.kind === 'bad') throw refused(name, parsed.problems);
  const reads = parsed.values.map((value) => commandOf(value, by));
  const problems = reads.flatMap((read, index) =>
    read.kind === 'ok'
      ? []
      : read.problems.map((it) => (reads.length === 1 ? it : `command ${index + 1}: ${it}`)),
  );
  if (problems.length > 0) throw refused(name, problems);
  return reads.flatMap((read) => (read.kind === 'ok' ? [read.command] : []));
}

function refused(what: string, problems: readonly string[]): CliError {
  return new CliError('usage', `Nothing was stored; correct ${what}.`, problems);
}

/** All commands in one commit, in order. @throws BusUnavailable */
async function store(
  commands: readonly ReadyCommand[],
  directory: DataDirectory,
  config: Config | null,
): Promise<void> {
  const bus = openSqliteBus({
    file: directory.bus,
    ...(config === null ? {} : { partitions: config.bus.partitions }),
  });
  try {
    await Promise.all(
      commands.map(({ key, value }) => bus.commandSink.send({ key, value, headers: HEADERS })),
    );
  } finally {
    await bus.close();
  }
}

const HEADERS = { 'content-type': AIP_CONTENT_TYPE };

function tell(
  commands: readonly ReadyCommand[],
  running: boolean,
  options: SubmitOptions,
  output: Output,
): void {
  for (const { message_id, action_id } of commands) {
    if (output.json) output.value({ message_id, action_id });
    else output.line(storedLine(message_id, action_id, options));
  }
  if (running) return;
  const up = suggested(['up'], options);
  output.note(`No service runs here: the command is stored and will be taken when one starts: ${up}`);
}

function storedLine(messageId: string | null, actionId: string | null, options: SubmitOptions): string {
  if (actionId === null) {
    const letters = suggested(['dead-letters', 'list'], options);
    const what = messageId === null ? 'stored' : `stored ${printableLine(messageId)}`;
    return `${what}; what cannot be taken as a command is listed by: ${letters}`;
  }
  return `stored ${printableLine(actionId)}; follow it with: ${suggested(['watch', actionId], options)}`;
}
