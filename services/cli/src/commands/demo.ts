import { secretsOf } from '@aip-hermes/config';
import type { Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError } from '../cli-error.js';
import { runDemo, type DemoEnd, type DemoParts } from '../demo/run-demo.js';
import type { Output } from '../output.js';
import { demoTable } from '../render/demo-table.js';
import { LiveView } from '../render/live-view.js';
import { verdictTable } from '../render/verdict-table.js';
import { startBundledSimulator } from '../wire/bundled-simulator.js';
import { prepareDataDirectory, type DataDirectory } from '../wire/data-directory.js';
import { createLogger } from '../wire/logger.js';
import { openStore } from '../wire/open-store.js';
import { progressLine } from '../wire/progress-line.js';
import { takeServiceLock } from '../wire/service-lock.js';
import { startService } from '../wire/start-service.js';
import { onStopSignals, type StopSignals } from '../wire/stop-signals.js';
import { realSurroundings } from '../wire/surroundings.js';
import { uuidV7 } from '../wire/uuid-v7.js';
import { withCommonOptions, type CommonOptions } from './common-options.js';
import { suggested } from './suggested.js';

interface DemoOptions extends Partial<CommonOptions> {
  readonly keep?: boolean;
}

/** The whole demo takes seconds; longer than this means that it hangs, milliseconds. */
const DEMO_LIMIT_MS = 60_000;

/** Log lines kept for the case that the demo fails. */
const MAX_LOG_LINES = 50;

/** Adds `demo`: everything at once against the bundled simulator. */
export function addDemo(program: Command, output: (json: boolean) => Output): void {
  const command = program
    .command('demo')
    .summary('see it work against the bundled simulator')
    .description(
      'Starts the connector on a new temporary data directory with the bundled Hermes simulator, sends commands that ' +
        'go well and badly, shows what is published as it comes, and audits everything. Ends with 0 when no guarantee ' +
        'is broken (G13 cannot be checked offline). A configuration is not used.',
    )
    .option('--keep', 'keep the temporary data directory');
  withCommonOptions(
    command,
    ['demo', 'demo --data ./demo-data && aip-hermes list --data ./demo-data'],
    '',
  ).action((options: DemoOptions) => demo(options, output(options.json === true)));
}

async function demo(options: DemoOptions, output: Output): Promise<void> {
  const signals = onStopSignals();
  try {
    await onDirectory(options, signals, output);
  } finally {
    signals.dispose();
  }
}

async function onDirectory(options: DemoOptions, signals: StopSignals, output: Output): Promise<void> {
  const temporary = options.data === undefined ? mkdtempSync(join(tmpdir(), 'aip-hermes-demo-')) : null;
  const directory = prepareDataDirectory(options.data ?? temporary ?? '');
  try {
    const isKept = temporary === null || options.keep === true;
    tell(await onService(directory, isKept, signals, output), output);
    if (!isKept) return;
    output.note(`The data is kept: ${suggested(['list'], { data: directory.path })}`);
  } finally {
    if (temporary !== null && options.keep !== true) rmSync(temporary, { recursive: true, force: true });
  }
}

/** The parts of `up`, in this process, for as long as the demo takes. */
async function onService(
  directory: DataDirectory,
  isKept: boolean,
  signals: StopSignals,
  output: Output,
): Promise<DemoEnd> {
  const lock = takeServiceLock(directory);
  const bundled = await startBundledSimulator({});
  // What goes wrong on purpose would only confuse; it is told when the demo itself goes wrong.
  const lines: string[] = [];
  const write = (text: string): void => {
    if (lines.length < MAX_LOG_LINES) lines.push(text);
  };
  const log = createLogger({ level: 'warn', secrets: secretsOf(bundled.config), readable: null, write });
  const progress = progressLine(output);
  progress.show('starting the connector on the bundled simulator');
  try {
    const store = await openStore(directory, bundled.config, log);
    try {
      const service = await startService({
        config: bundled.config,
        store,
        surroundings: realSurroundings(log),
      });
      try {
        progress.clear();
        const parts = {
          service,
          store,
          bundled,
          by: demoOperator(),
          ...narration(isKept ? directory : null, output),
        };
        return await bounded(runDemo(parts), signals);
      } catch (error) {
        if (!signals.asked) lines.forEach((line) => output.note(line.trimEnd()));
        throw error;
      } finally {
        const stopped = service.stop();
        void signals.second.then(() => void service.stop());
        await stopped;
      }
    } finally {
      await store.close();
    }
  } finally {
    progress.clear();
    await bundled.simulator.close();
    lock.release();
  }
}

async function bounded(demoEnd: Promise<DemoEnd>, signals: StopSignals): Promise<DemoEnd> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    const error = new CliError(
      'internal',
      `The demo did not end within ${DEMO_LIMIT_MS / 1_000} s; it should take seconds.`,
    );
    timer = setTimeout(() => reject(error), DEMO_LIMIT_MS);
  });
  const interrupted = signals.first.then(() => {
    const code = signals.name === 'SIGTERM' ? 'terminated' : 'interrupted';
    throw new CliError(code, `The demo was ended by ${signals.name ?? 'a signal'}; nothing was judged.`);
  });
  try {
    return await Promise.race([demoEnd, tooLong, interrupted]);
  } finally {
    clearTimeout(timer);
  }
}

function demoOperator(): DemoParts['by'] {
  return {
    principal: { id: 'human:local_operator', kind: 'human' },
    nowMs: () => Date.now(),
    uuid: () => uuidV7(Date.now()),
  };
}

/** `kept`: the data directory that other commands can look at afterwards. */
function narration(
  kept: DataDirectory | null,
  output: Output,
): Pick<DemoParts, 'onStep' | 'onMessage' | 'onQuiet'> {
  const { style } = output;
  const suggest = (words: readonly string[]): string | null =>
    kept === null ? null : suggested(words, { data: kept.path });
  const view = new LiveView(style, output.width, { id: null, suggest });
  return {
    onStep: (title, index, count) => {
      if (output.json) output.value({ event: 'step', step: index + 1, title });
      else output.line(`${view.close()}\n${style.bold(`[${index + 1}/${count}] ${title}`)}`);
    },
    onMessage: (message) => {
      if (output.json) output.value(message);
      else output.write(view.render(message));
    },
    onQuiet: (text) => {
      if (!output.json) output.line(style.dim(`= ${text}`));
    },
  };
}

function tell({ outcomes, problems, verdicts }: DemoEnd, output: Output): void {
  const { style } = output;
  if (output.json) {
    for (const outcome of outcomes) output.value({ event: 'outcome', ...outcome });
    for (const verdict of verdicts) output.value({ event: 'verdict', ...verdict });
  } else {
    output.line(`\n${style.bold('What happened')}\n${demoTable(outcomes, style)}`);
    output.line(`\n${style.bold('Guarantees')}\n${verdictTable(verdicts, style, output.width)}`);
  }
  const broken = verdicts.filter(({ verdict }) => verdict === 'broken').map(({ guarantee }) => guarantee);
  if (broken.length + problems.length > 0) {
    const what = [...broken, ...problems].join('; ');
    throw new CliError('guarantee_broken', `Broken: ${what}. Please report it.`);
  }
  if (!output.json) output.line(`\n${style.good('Every guarantee that can be checked here holds.')}`);
}
