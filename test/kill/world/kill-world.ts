import type { MessageBus } from '@aip-hermes/message-bus';
import { openSqliteBus, undecidedCommands } from '@aip-hermes/message-bus/sqlite';
import Database from 'better-sqlite3';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { ArmCounter, type Arm } from '../child/arm.js';
import { KillProvider } from '../provider/kill-provider.js';
import type { PointName } from '../../points/point-names.js';
import { BusView, publishedNow } from './bus-view.js';
import type { SeenMessage } from './seen-message.js';
import { answersTo } from './answers-to.js';
import type { SentCommand } from './sent-command.js';
import { UpProcess } from './up-process.js';

const API_KEY = 'kill-canary-key-0815';
/** The group whose offsets say which commands are decided. */
const COMMAND_GROUP = 'command-service';
/** How often the bus is looked at for what another process published, milliseconds. */
const LOOK_MS = 10;
/** Longest wait for anything, milliseconds: then the test says what it waited for. */
const PATIENCE_MS = 45_000;

/** Policy of every test: nobody approves, polls are quick, chunks come in every mode. */
const POLICY = {
  publish_chunks: 'always',
  require_action_approval: false,
  poll_interval_ms: 20,
  drain_timeout_ms: 100,
} as const;

/** A data directory, a provider and a bus that outlive the processes of the product. */
export class KillWorld {
  readonly provider: KillProvider;
  readonly view: BusView;
  readonly sent: SentCommand[] = [];
  readonly #folder: string;
  readonly #data: string;
  readonly #bus: MessageBus;
  readonly #processes: UpProcess[] = [];
  /** Of waits that are not over. */
  readonly #clocks = new Set<NodeJS.Timeout>();
  #counter = new ArmCounter(null);
  #release: () => void = () => undefined;
  /** Resolves when nothing is held back any more. */
  readonly released = new Promise<void>((resolve) => {
    this.#release = resolve;
  });

  static async open(policy: Readonly<Record<string, unknown>> = {}): Promise<KillWorld> {
    let world: KillWorld | null = null;
    const provider = await KillProvider.listen(async (point, action) => world?.readAtProvider(point, action));
    world = new KillWorld(provider, { ...POLICY, ...policy });
    return world;
  }

  private constructor(provider: KillProvider, policy: object) {
    this.provider = provider;
    this.#folder = mkdtempSync(join(tmpdir(), 'aip-hermes-kill-'));
    this.#data = join(this.#folder, 'data');
    mkdirSync(this.#data, { mode: 0o700 });
    const endpoints = [{ id: 'hermes-a', base_url: provider.url, api_key_env: 'KILL_KEY' }];
    writeFileSync(this.#file('config.json'), JSON.stringify({ endpoints, policy }));
    this.#bus = openSqliteBus({ file: join(this.#data, 'bus.db'), pollMs: LOOK_MS });
    this.view = new BusView(this.#bus);
  }

  /** Starts the product as it is. */
  plain(): UpProcess {
    return this.#started(UpProcess.plain(this.#args, this.#env));
  }

  /** Starts it to be killed at a point; null: only watched. */
  watched(arm: Arm | null): UpProcess {
    this.#counter = new ArmCounter(arm);
    return this.#started(UpProcess.watched(this.#args, this.#env, arm));
  }

  /** The process that was started last. */
  get process(): UpProcess {
    const process = this.#processes.at(-1);
    if (process === undefined) throw new Error('no process was started');
    return process;
  }

  /** Puts records on the command topic; of each key in this order. */
  async put(...commands: readonly SentCommand[]): Promise<void> {
    for (const command of commands) {
      await this.#bus.commandSink.send({ key: command.key, value: command.value, headers: {} });
      this.sent.push(command);
    }
  }

  /** Puts the bytes of a record on the topic once more; nothing more is to be answered. */
  async redeliver({ key, value }: SentCommand): Promise<void> {
    await this.#bus.commandSink.send({ key, value, headers: {} });
  }

  /** Records that the product has not decided. */
  get undecided(): number {
    return undecidedCommands(join(this.#data, 'bus.db'), COMMAND_GROUP, 1).count;
  }

  /** Resolves when every record is decided, or when the process of now has ended. The file tells nobody; it is asked. */
  async decidedOrEnd(): Promise<void> {
    const { process } = this;
    while (!process.hasEnded && this.undecided > 0) await setTimeout(LOOK_MS);
  }

  /** Resolves when what was sent (about one Action) is answered at least as often as it is to be. */
  answered(action?: string): Promise<void> {
    const commands = this.sent.filter(({ key }) => action === undefined || key === action);
    const isAnswered = (messages: readonly SeenMessage[]): boolean =>
      commands.every((command) => {
        const { acks, results, deadLetters } = answersTo(command, messages);
        const { answers } = command;
        return acks >= answers.acks && results >= answers.results && deadLetters >= answers.deadLetters;
      });
    return this.bounded(
      this.view.until(isAnswered),
      `an answer to everything about ${action ?? 'all Actions'}`,
    );
  }

  /** Resolves when the run of an Action has so many chunks, or when the process of now has ended. */
  async chunksOrEnd(action: string, count: number): Promise<void> {
    const fits = (messages: readonly SeenMessage[]): boolean =>
      messages.filter(({ key, chunk }) => key === action && chunk !== null).length >= count;
    await Promise.race([this.view.until(fits), this.process.exit]);
  }

  /** Everything that stands on the bus now. */
  published(): Promise<readonly SeenMessage[]> {
    return publishedNow(this.#bus);
  }

  /** Lets everything go on that waits for `released`. */
  release(): void {
    this.#release();
  }

  /** Keeps the log from being written until the process of now has ended. */
  lockLog(): void {
    const database = new Database(join(this.#data, 'log.db'));
    database.exec('BEGIN IMMEDIATE');
    void this.process.exit.then(() => database.close());
  }

  /** A wait that ends with an error that says what was waited for. */
  async bounded<T>(waiting: Promise<T>, what: string): Promise<T> {
    const overdue = new Promise<never>((_, reject) => {
      const timer = globalThis.setTimeout(() => reject(this.#neverCame(what)), PATIENCE_MS);
      this.#clocks.add(timer);
      const isOver = (): void => {
        clearTimeout(timer);
        this.#clocks.delete(timer);
      };
      waiting.then(isOver, isOver);
    });
    return Promise.race([waiting, overdue]);
  }

  /** Kills what still runs and removes everything. */
  async remove(): Promise<void> {
    for (const clock of this.#clocks) clearTimeout(clock);
    await Promise.all(this.#processes.map((process) => process.kill('SIGKILL')));
    await this.view.close();
    await this.#bus.close();
    await this.provider.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  private async readAtProvider(point: PointName, action: string): Promise<void> {
    this.process.note({ event: 'reached', point, action });
    if (this.#counter.isHere(point, { action })) await this.process.kill('SIGKILL');
  }

  #neverCame(what: string): Error {
    const { marks, errors } = this.process;
    const points = marks.map(({ point }) => point).join(', ');
    const calls = this.provider.calls.filter(({ kind }) => kind !== 'status');
    const seen = calls.map(({ kind, action }) => `${kind} of ${action}`).join(', ');
    return new Error(`${what} never came; the provider saw ${seen}; points: ${points}; stderr: ${errors}`);
  }

  #started(process: UpProcess): UpProcess {
    this.#processes.push(process);
    return process;
  }

  get #args(): readonly string[] {
    return ['--json', '--data', this.#data, '--config', this.#file('config.json')];
  }

  get #env(): Record<string, string> {
    return { KILL_KEY: API_KEY };
  }

  #file(name: string): string {
    return join(this.#folder, name);
  }
}
