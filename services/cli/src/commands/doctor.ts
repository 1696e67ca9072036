import { normaliseEndpointId } from '@aip-hermes/binding';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { CliError } from '../cli-error.js';
import { endOf, reportOf } from '../doctor/report.js';
import { runChecks } from '../doctor/run-checks.js';
import { EXIT_CODES } from '../exit-code.js';
import type { Output } from '../output.js';
import { doctorText } from '../render/doctor-text.js';
import { programIdentity } from '../version.js';
import { dataDirectory } from '../wire/data-directory.js';
import { progressLine } from '../wire/progress-line.js';
import { loadedConfig } from '../wire/read-config.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { suggested } from './suggested.js';

interface DoctorOptions extends CommonOptions {
  readonly endpoint?: string;
  readonly timeout: number;
}

const DEFAULT_SECONDS = 10;
const MAX_SECONDS = 600;

/** Adds `doctor`: looks at the whole installation and says what is wrong and what to do (SPEC C4). */
export function addDoctor(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('doctor')
    .summary('check the installation: endpoints, log, bus, disk, clock')
    .description(
      'Checks configuration, data directory, service, log, bus, clock and every endpoint, and says of each finding what ' +
        'it means here and what to do. Works while `up` runs, while it does not, and before there is any data; starts no ' +
        'run and changes nothing. Ends with 9 when log, bus or an endpoint cannot be reached or used, else with 2 when ' +
        'another problem was found, else with 0, also with warnings. --json: one object {version, commit, node, data, ' +
        'checked_at, state, counts, checks}, each check {area, endpoint_id, check, state, text, action, unreachable, facts}.',
    )
    .option('--endpoint <id>', 'ask only this endpoint')
    .addOption(
      new Option('--timeout <seconds>', 'longest wait for one endpoint')
        .argParser(seconds)
        .default(DEFAULT_SECONDS),
    );
  withCommonOptions(command, [
    'doctor --config hermes.yaml --data ./data',
    'doctor --config hermes.yaml --endpoint support --timeout 3',
    'doctor --config hermes.yaml --json',
  ]).action((options: DoctorOptions) => doctor(options, output(options.json === true)));
}

async function doctor(options: DoctorOptions, output: Output): Promise<void> {
  const file = options.config ?? null;
  const loaded = loadedConfig(file);
  const directory = dataDirectory(options.data);
  const program = { ...programIdentity(), node: process.version };
  const checkedAt = new Date().toISOString();
  const progress = progressLine(output);
  try {
    const checks = await runChecks({
      program,
      loaded,
      file,
      directory,
      endpointId: options.endpoint === undefined ? null : endpointOf(options.endpoint),
      timeoutMs: options.timeout * 1_000,
      suggestions: {
        up: suggested(['up'], options),
        deadLetters: suggested(['dead-letters', 'list'], options),
      },
      onProgress: (text) => progress.show(text),
    });
    progress.clear();
    const report = reportOf({ ...program, data: directory.path, checked_at: checkedAt }, checks);
    if (output.json) output.value(report);
    else output.line(doctorText(report, output.style, output.width));
    process.exitCode = EXIT_CODES[endOf(report)];
  } finally {
    progress.clear();
  }
}

/** @throws CliError usage: no endpoint can have this id */
function endpointOf(asked: string): string {
  const id = normaliseEndpointId(asked);
  if (id !== null) return id;
  throw new CliError('usage', '--endpoint must be 1 to 128 characters of A-Z, a-z, 0-9, _ and -.');
}

function seconds(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= MAX_SECONDS)) {
    throw new InvalidArgumentError(`Seconds, more than 0 and at most ${MAX_SECONDS}, are wanted.`);
  }
  return value;
}
