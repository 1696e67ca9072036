import { actionIdOfBindingStream } from '@aip-hermes/binding';
import {
  AmbiguousAppend,
  LogUnavailable,
  type AppendOutcome,
  type EventLog,
  type NewEvent,
} from '@aip-hermes/event-log';
import type { PointName } from './point-names.js';
import type { About, Reached } from './reached.js';
import { sequencesIn } from './sequences-in.js';

const TERMINAL: ReadonlySet<string> = new Set([
  'RunCompleted',
  'RunFailed',
  'RunCancelled',
  'RunOutcomeUnknown',
]);

/** Points before an append is handed over for the first time, by an event type that it holds. */
const BEFORE: readonly (readonly [PointName, (types: ReadonlySet<string>) => boolean])[] = [
  ['before-create-append', (types) => types.has('OperatorRunRequested')],
  ['after-response-before-bind-append', (types) => types.has('RunBound')],
  ['before-terminal-append', hasTerminal],
];

/** Points after it is confirmed. */
const AFTER: readonly (readonly [PointName, (types: ReadonlySet<string>) => boolean])[] = [
  ['after-create-append', (types) => types.has('OperatorRunRequested') && !types.has('RunStartClaimed')],
  ['after-claim-append', (types) => types.has('RunStartClaimed')],
  ['after-bind-append', (types) => types.has('RunBound')],
  ['after-resume-received', (types) => types.has('ResumeReceived')],
  ['after-answer-claim-append', (types) => types.has('ApprovalAnswerClaimed')],
  ['after-cancel-append', (types) => types.has('CancellationRequested')],
  ['after-terminal-append', hasTerminal],
];

/**
 * A log that tells at which points its user is, for kill tests and simulations. It changes nothing else: calls, answers and
 * errors are those of `log`.
 */
export function watchLog(log: EventLog, reached: Reached, instance: string): EventLog {
  const watcher = new AppendWatcher(log, reached, instance);
  return {
    maxAppendBytes: log.maxAppendBytes,
    append: (stream, expected, events) => watcher.append(stream, expected, events),
    read: (stream, options) => log.read(stream, options),
    subscribe: (options) => log.subscribe(options),
    head: () => log.head(),
    identity: () => log.identity(),
    setRetention: (stream, retention) => log.setRetention(stream, retention),
    close: () => log.close(),
  };
}

class AppendWatcher {
  readonly #log: EventLog;
  readonly #reached: Reached;
  readonly #instance: string;
  /** Appends handed over once; a retry is the very same array and comes by no `before` point again. */
  readonly #handedOver = new WeakSet<readonly NewEvent[]>();
  readonly #observed = new Set<string>();

  constructor(log: EventLog, reached: Reached, instance: string) {
    this.#log = log;
    this.#reached = reached;
    this.#instance = instance;
  }

  async append(
    stream: string,
    expected: Parameters<EventLog['append']>[1],
    events: readonly NewEvent[],
  ): Promise<AppendOutcome> {
    const types = new Set(events.map(({ type }) => type));
    const about: About = {
      instance: this.#instance,
      action: actionIdOfBindingStream(stream),
      sequences: sequencesIn(events),
    };
    if (!this.#handedOver.has(events)) {
      this.#handedOver.add(events);
      for (const [point, fits] of BEFORE) if (fits(types)) await this.#reached(point, about);
    }
    const outcome = await this.#settled(stream, expected, events, about);
    if (outcome.kind === 'appended') await this.#confirmed(stream, types, about);
    return outcome;
  }

  async #settled(
    stream: string,
    expected: Parameters<EventLog['append']>[1],
    events: readonly NewEvent[],
    about: About,
  ): Promise<AppendOutcome> {
    try {
      return await this.#log.append(stream, expected, events);
    } catch (error) {
      if (error instanceof AmbiguousAppend || error instanceof LogUnavailable)
        await this.#reached('after-append-error', about);
      throw error;
    }
  }

  async #confirmed(stream: string, types: ReadonlySet<string>, about: About): Promise<void> {
    if (types.has('ProviderEventObserved') && !this.#observed.has(stream)) {
      this.#observed.add(stream);
      await this.#reached('after-first-provider-event-append', about);
    }
    for (const [point, fits] of AFTER) if (fits(types)) await this.#reached(point, about);
  }
}

function hasTerminal(types: ReadonlySet<string>): boolean {
  return [...types].some((type) => TERMINAL.has(type));
}
