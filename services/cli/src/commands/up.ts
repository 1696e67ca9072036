import { secretsOf, type Config } from '@aip-hermes/config';
import type { Logger } from '@aip-hermes/connector';
import type { Command } from 'commander';
import { setTimeout } from 'node:timers/promises';
import type { Output } from '../output.js';
import { terminalStyle } from '../terminal-style.js';
import { identityText, programIdentity, VERSION } from '../version.js';
import { startBundledSimulator, type BundledSimulator } from '../wire/bundled-simulator.js';
import { prepareDataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { enduringWriter } from '../wire/enduring-writer.js';
import { removeHolder, writeHolder, type Holder } from '../wire/holder.js';
import { createLogger } from '../wire/logger.js';
import { openStore } from '../wire/open-store.js';
import { progressLine, type ProgressLine } from '../wire/progress-line.js';
import { readConfig, type ReadConfig } from '../wire/read-config.js';
import { takeServiceLock } from '../wire/service-lock.js';
import { startService } from '../wire/start-service.js';
import type { AroundStore, ServiceEdge } from '../wire/service-edge.js';
import { onStopSignals, type StopSignals } from '../wire/stop-signals.js';
import { realSurroundings } from '../wire/surroundings.js';
import { untilStopped } from '../wire/until-stopped.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';

/** Longest wait for the end in order after a second signal, milliseconds. */
const FORCED_STOP_MS = 5_000;

/** Adds `up`: the connector as a service in one process (DESIGN 1, embedded). */
export function addUp(program: Command, output: (json: boolean) => Output, edge: ServiceEdge | null): void {
  const command = program
    .command('up')
    .summary('run the connector')
    .description(
      'Runs the command service and the projector on the data directory until SIGTERM or SIGINT. Prints a line with ' +
        '`ready` when it is. Without --config it uses the bundled Hermes simulator as endpoint `simulator`. ' +
        'Logs go to stderr.',
    );
  withCommonOptions(command, [
    'up',
    'up --config hermes.yaml --data /var/lib/aip-hermes',
    'up --json',
  ]).action((options: CommonOptions) =>
    up(
      options,
      output(options.json === true),
      edge ?? { signals: onStopSignals(), around: (store) => store },
    ),
  );
}

/** The caller ends the process afterwards, so that the lock goes with it also where it was not given back here. */
async function up(options: CommonOptions, output: Output, { signals, around }: ServiceEdge): Promise<void> {
  const configured = readConfig(options.config ?? null);
  if (signals.asked) return;
  const directory = prepareDataDirectory(options.data);
  const lock = takeServiceLock(directory);
  const inOrder = alone({ directory, configured, output, signals, around }).finally(() => {
    endHolder(directory, output);
    lock.release();
  });
  if ((await Promise.race([inOrder, overdue(signals)])) !== 'overdue') return;
  // The lock stays with the process: what does not stop may still write.
  endHolder(directory, output);
  output.note('The stop took too long and was cut short. The next start goes on with what is open.');
}

async function overdue(signals: StopSignals): Promise<'overdue'> {
  await signals.second;
  await setTimeout(FORCED_STOP_MS);
  return 'overdue';
}

function endHolder(directory: DataDirectory, output: Output): void {
  const problem = removeHolder(directory);
  if (problem !== null) output.note(`${directory.holder} could not be removed: ${problem}`);
}

interface Alone {
  readonly directory: DataDirectory;
  readonly configured: ReadConfig | null;
  readonly output: Output;
  readonly signals: StopSignals;
  readonly around: AroundStore;
}

/** The service, from here on the only one on the data directory. */
async function alone({ directory, configured, output, signals, around }: Alone): Promise<void> {
  // At once: a killed predecessor may have left its name.
  const holder = { pid: process.pid, since: new Date().toISOString(), version: VERSION };
  const problem = writeHolder(directory, { ...holder, instance_id: null, endpoints: [] });
  const bundled = configured === null ? await startBundledSimulator() : null;
  try {
    const { config, warnings } = configured ?? configOf(bundled);
    const progress = progressLine(output);
    const log = logTo(process.stderr, config, output, progress);
    process.stdout.on('error', (error: NodeJS.ErrnoException) =>
      log.warn({ code: error.code }, 'a line for stdout could not be written'),
    );
    for (const { path, message } of warnings) log.warn({ path }, message);
    if (problem !== null) log.warn({ problem }, 'the file that names this process could not be written');
    if (bundled !== null) tellSimulator(bundled, output);
    await serve({ directory, config, log, output, signals, around, holder, progress });
  } finally {
    await bundled?.simulator.close();
  }
}

/** The log on stderr. What a full disk swallows there is counted and told later; the service goes on. */
function logTo(stderr: NodeJS.WriteStream, config: Config, output: Output, progress: ProgressLine): Logger {
  const write = enduringWriter(stderr, (lost) =>
    log.warn({ lost }, 'so many log lines could not be written since the start; writing works again'),
  );
  const log: Logger = createLogger({
    level: config.logging.level,
    secrets: secretsOf(config),
    readable: stderr.isTTY && !output.json ? terminalStyle(stderr) : null,
    write: (text) => {
      progress.clear();
      write(text);
    },
  });
  return log;
}

interface Serving {
  readonly directory: DataDirectory;
  readonly config: Config;
  readonly log: Logger;
  readonly output: Output;
  readonly signals: StopSignals;
  readonly around: AroundStore;
  readonly holder: Pick<Holder, 'pid' | 'since' | 'version'>;
  readonly progress: ProgressLine;
}

async function serve(serving: Serving): Promise<void> {
  const { directory, config, log, output, signals, around, holder, progress } = serving;
  if (signals.asked) return;
  const store = await openStore(directory, config, log);
  try {
    const service = await startService({
      config,
      store: around(store),
      surroundings: realSurroundings(log),
      onRecovery: (takenUp) =>
        progress.show(
          takenUp === 0 ? 'looking for open bindings' : `going on with open bindings: ${takenUp} taken up`,
        ),
    });
    progress.clear();
    await untilStopped(service, signals, log, () => {
      const endpoints = config.endpoints.map(({ id, baseUrl }) => ({
        id,
        base_url: new URL(baseUrl).origin,
      }));
      const named = { ...holder, instance_id: service.instanceId, endpoints };
      const problem = writeHolder(directory, named);
      if (problem !== null) log.warn({ problem }, 'the file that names this process could not be completed');
      tellReady(service.recovered, named, directory, output);
    });
  } finally {
    await store.close();
  }
}

function tellSimulator({ simulator }: BundledSimulator, output: Output): void {
  if (output.json) output.value({ event: 'simulator', endpoint_id: 'simulator', base_url: simulator.url });
  else
    output.line(
      `No endpoint is configured: \`simulator\` is the bundled Hermes simulator at ${simulator.url} ` +
        '(an objective picks a script with SCRIPT=<name>).',
    );
}

function tellReady(
  recovered: number,
  { pid, instance_id, version, endpoints }: Holder,
  directory: DataDirectory,
  output: Output,
): void {
  if (output.json) {
    const data = directory.path;
    const { commit } = programIdentity();
    output.value({ event: 'ready', instance_id, pid, version, commit, data, endpoints, recovered });
    return;
  }
  const names = endpoints.map(({ id }) => id).join(', ');
  const program = identityText(programIdentity());
  output.line(
    `ready: data ${directory.path}, endpoints ${names}, instance ${instance_id}, pid ${pid}, version ${program}`,
  );
}

function configOf(bundled: BundledSimulator | null): ReadConfig {
  if (bundled === null) throw new Error('neither configured nor bundled');
  return { config: bundled.config, warnings: [] };
}
