import { secretsOf, type Config } from '@aip-hermes/config';
import type { Logger } from '@aip-hermes/connector';
import type { Command } from 'commander';
import type { Output } from '../output.js';
import { terminalStyle } from '../terminal-style.js';
import { VERSION } from '../version.js';
import { startBundledSimulator, type BundledSimulator } from '../wire/bundled-simulator.js';
import { prepareDataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { removeHolder, writeHolder } from '../wire/holder.js';
import { createLogger } from '../wire/logger.js';
import { openStore } from '../wire/open-store.js';
import { readConfig, type ReadConfig } from '../wire/read-config.js';
import { takeServiceLock } from '../wire/service-lock.js';
import { startService, type Service } from '../wire/start-service.js';
import { onStopSignals, type StopSignals } from '../wire/stop-signals.js';
import { realSurroundings } from '../wire/surroundings.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';

/** Adds `up`: the connector as a service in one process (DESIGN 1, embedded). */
export function addUp(program: Command, output: (json: boolean) => Output): void {
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
  ]).action((options: CommonOptions) => up(options, output(options.json === true)));
}

async function up(options: CommonOptions, output: Output): Promise<void> {
  // First of all: from here on a signal stops in order, also one that comes during recovery.
  const signals = onStopSignals();
  try {
    await alone(options, output, signals);
  } finally {
    signals.dispose();
  }
}

/** Holds the lock of the data directory for as long as the service runs. */
async function alone(options: CommonOptions, output: Output, signals: StopSignals): Promise<void> {
  const configured = readConfig(options.config ?? null);
  const directory = prepareDataDirectory(options.data);
  const lock = takeServiceLock(directory);
  try {
    // A killed predecessor may have left its name.
    removeHolder(directory);
    const bundled = configured === null ? await startBundledSimulator() : null;
    try {
      await serve({ directory, bundled, output, signals, ...(configured ?? configOf(bundled)) });
    } finally {
      await bundled?.simulator.close();
    }
  } finally {
    removeHolder(directory);
    lock.release();
  }
}

interface Serving extends ReadConfig {
  readonly directory: DataDirectory;
  readonly bundled: BundledSimulator | null;
  readonly output: Output;
  readonly signals: StopSignals;
}

async function serve({ directory, config, warnings, bundled, output, signals }: Serving): Promise<void> {
  const log = createLogger({
    level: config.logging.level,
    secrets: secretsOf(config),
    readable: process.stderr.isTTY && !output.json ? terminalStyle(process.stderr) : null,
    write: (text) => void process.stderr.write(text),
  });
  for (const { path, message } of warnings) log.warn({ path }, message);
  const store = await openStore(directory, config, (error) =>
    log.warn({ err: error }, 'commands could not be taken from the bus; trying again'),
  );
  try {
    if (bundled !== null) tellSimulator(bundled, output);
    const service = await startService({ config, store, surroundings: realSurroundings(log) });
    tellReady(service, directory, config, output);
    await untilStopped(service, signals, log);
    log.info({ instance_id: service.instanceId }, 'stopped');
  } finally {
    await store.close();
  }
}

/** Resolves after a stop in order; rejects with what ended the service by itself. */
async function untilStopped(service: Service, signals: StopSignals, log: Logger): Promise<void> {
  const why = await Promise.race([
    signals.first.then(() => null),
    service.ended.then(
      () => null,
      (error: unknown) => ({ error }),
    ),
  ]);
  log.info(
    { instance_id: service.instanceId },
    'stopping: no new commands; a second signal ends the wait for open runs',
  );
  const stopped = service.stop();
  void signals.second.then(() => void service.stop());
  await stopped;
  if (why !== null) throw why.error;
}

function tellSimulator({ simulator }: BundledSimulator, output: Output): void {
  if (output.json) output.value({ event: 'simulator', endpoint_id: 'simulator', base_url: simulator.url });
  else
    output.line(
      `Nothing is configured: endpoint \`simulator\` is the bundled Hermes simulator at ${simulator.url} ` +
        '(an objective picks a script with SCRIPT=<name>).',
    );
}

function tellReady(service: Service, directory: DataDirectory, config: Config, output: Output): void {
  const { instanceId, recovered } = service;
  const endpoints = config.endpoints.map(({ id, baseUrl }) => ({ id, base_url: new URL(baseUrl).origin }));
  const since = new Date().toISOString();
  writeHolder(directory, { pid: process.pid, instance_id: instanceId, since, version: VERSION, endpoints });
  if (output.json) {
    const { pid } = process;
    output.value({
      event: 'ready',
      instance_id: instanceId,
      pid,
      version: VERSION,
      data: directory.path,
      endpoints,
      recovered,
    });
    return;
  }
  const names = endpoints.map(({ id }) => id).join(', ');
  output.line(
    `ready: data ${directory.path}, endpoints ${names}, instance ${instanceId}, pid ${process.pid}`,
  );
}

function configOf(bundled: BundledSimulator | null): ReadConfig {
  if (bundled === null) throw new Error('neither configured nor bundled');
  return { config: bundled.config, warnings: [] };
}
