import { createHash } from 'node:crypto';
import {
  BESIDE_EVENT_TYPES,
  BINDING_EVENT_TYPES,
  publishableEventTypes,
  publishableMessages,
} from '@aip-hermes/binding';
import type { RecordedEvent } from '@aip-hermes/event-log';
import type { InboundRecord } from '@aip-hermes/message-bus';
import { SeededRandom } from '../support/seeded-random.js';
import { World, WORLD_KEY } from '../support/world.js';
import { Faults } from './faults.js';
import type { BusRecord, Delivered, Facts, Row, Violation } from './model/facts.js';
import { Judge } from './model/judge.js';
import { SimProvider } from './sim-provider.js';
import { SHORT, type SimSize } from './sim-size.js';
import { Trace } from './trace.js';
import { Workload, type CommandKind } from './workload.js';

/** After the faults everything has ended within this much virtual time. */
const SETTLES_WITHIN_MS = 900_000;
const MAX_MESSAGE_BYTES = 1_048_576;

const KINDS: readonly [CommandKind, ...CommandKind[]] = [
  'action',
  'action',
  'action',
  'action',
  'redelivery',
  'redelivery',
  'replay',
  'replay',
  'changed_input',
  'changed_caller',
  'cancel',
  'resume',
  'bad_id',
  'foreign_type',
  'inexact',
  'not_json',
  'no_envelope',
  'empty',
];

/** What one run of a seed came to. */
export interface SeedRun {
  readonly trace: Trace;
  readonly violations: readonly Violation[];
}

/** Runs one seed on a fresh world, to its end. */
export function runSeed(seed: number, size: SimSize = SHORT): Promise<SeedRun> {
  return new Simulation(seed, size).run();
}

class Simulation {
  readonly #random: SeededRandom;
  readonly #faults: Faults;
  readonly #world: World;
  readonly #provider: SimProvider;
  readonly #trace: Trace;
  readonly #judge = new Judge(WORLD_KEY);
  readonly #rows: Row[] = [];
  readonly #recorded: RecordedEvent[] = [];
  readonly #bus: BusRecord[] = [];
  readonly #delivered: Delivered[] = [];
  readonly #deaths: number[] = [];
  readonly #followers = new AbortController();
  readonly #size: SimSize;
  #generation = 0;
  #up = false;
  #publishable = '';

  constructor(seed: number, size: SimSize) {
    this.#size = size;
    this.#random = new SeededRandom(seed * 7_919 + 1);
    this.#faults = new Faults(new SeededRandom(seed * 104_729 + 2), size);
    const script: ConstructorParameters<typeof World>[0]['script'] = (request) =>
      this.#provider.script(request);
    this.#world = new World({
      seed,
      script,
      policy: { timeout_ms: 40_000, max_concurrent_runs: 3, max_events: 14 },
      faults: this.#faults.log,
      logSeen: (log) => this.#faults.seen(log),
      bus: this.#faults.bus,
    });
    const { clock } = this.#world;
    this.#trace = new Trace(() => clock.monotonic());
    this.#provider = new SimProvider({
      seed,
      trace: this.#trace,
      onCall: (call) => this.#judge.call(call),
      death: () => this.#faults.deathAtCall(),
      faultsOn: () => this.#faults.on,
    });
    this.#faults.aim({
      clock,
      trace: this.#trace,
      generation: () => this.#generation,
      kill: (where) => this.#kill(where),
    });
  }

  async run(): Promise<SeedRun> {
    const { clock } = this.#world;
    const following = [this.#followLog(), this.#followBus()];
    this.#boot();
    this.#schedule();
    await clock.advance(this.#size.faultsMs);
    this.#faults.stop();
    this.#trace.add('calm');
    await this.#settle();
    this.#followers.abort();
    await clock.advance(1);
    await Promise.all(following);
    return { trace: this.#trace, violations: this.#verdict() };
  }

  #schedule(): void {
    const { clock } = this.#world;
    const { commandsMs, faultsMs, commands, deaths } = this.#size;
    const workload = new Workload(this.#world, this.#random);
    for (let nth = commands[0] + this.#random.below(commands[1]); nth > 0; nth -= 1) {
      clock.after(this.#random.below(commandsMs), () => this.#deliver(workload, this.#random.pick(KINDS)));
    }
    for (let nth = this.#random.below(deaths); nth > 0; nth -= 1) {
      clock.after(this.#random.below(faultsMs), () => this.#kill('time'));
    }
    if (this.#random.chance(0.3)) clock.after(this.#random.below(faultsMs), () => void this.#stopGently());
  }

  #deliver(workload: Workload, kind: CommandKind): void {
    const drawn = workload.draw(kind);
    const offset = this.#delivered.length;
    this.#delivered.push({ ...drawn.known, offset });
    const { command } = drawn.known;
    this.#trace.add(
      `command:${drawn.kind}`,
      `${offset} ${command?.messageId ?? ''} ${command?.actionId ?? ''}`,
    );
    void this.#world.deliver(drawn.bytes, drawn.key);
  }

  #boot(): void {
    this.#generation += 1;
    this.#up = true;
    this.#trace.add('boot');
    const born = this.#generation;
    this.#world.boot().catch((error: unknown) => {
      if (born !== this.#generation) return;
      this.#trace.add('boot:failed', error instanceof Error ? error.name : 'unknown');
      this.#kill('boot');
    });
  }

  /** The process is gone at once; the next one comes a while later. */
  #kill(where: string): void {
    if (!this.#up) return;
    this.#trace.add(`kill:${where}`);
    this.#fell();
    this.#world.crash();
  }

  #fell(): void {
    this.#up = false;
    this.#generation += 1;
    this.#deaths.push(this.#world.clock.monotonic());
    this.#world.clock.after(50 + this.#random.below(4_000), () => this.#boot());
  }

  /** SIGTERM: stops in its own time, and is gone then. */
  async #stopGently(): Promise<void> {
    if (!this.#up) return;
    this.#trace.add('stop');
    this.#deaths.push(this.#world.clock.monotonic());
    const { process } = this.#world;
    const born = this.#generation;
    await process.stop(2_000);
    if (born !== this.#generation) return;
    this.#trace.add('stopped');
    this.#kill('after_stop');
  }

  async #settle(): Promise<void> {
    const { clock } = this.#world;
    const end = clock.monotonic() + SETTLES_WITHIN_MS;
    while (!this.#settled()) {
      if (clock.monotonic() > end) {
        this.#judge.violations.push({ guarantee: 'G6', why: `not settled within ${SETTLES_WITHIN_MS} ms` });
        return;
      }
      await clock.advance(500);
    }
  }

  #settled(): boolean {
    if (!this.#up) return false;
    const { process, decided, delivered } = this.#world;
    if (!process.idle || decided < delivered) return false;
    return this.#publishable === '' || (process.published ?? '') >= this.#publishable;
  }

  async #followLog(): Promise<void> {
    const types = [...BINDING_EVENT_TYPES, ...BESIDE_EVENT_TYPES];
    const publishable: readonly string[] = publishableEventTypes;
    const { signal } = this.#followers;
    for await (const { events } of this.#world.log.subscribe({ types, from: null, signal })) {
      for (const event of events) {
        if (publishable.includes(event.type)) this.#publishable = event.position;
        const text = event.data + event.metadata;
        const row: Row = {
          at: this.#world.clock.monotonic(),
          stream: event.stream,
          revision: event.revision,
          type: event.type,
          data: JSON.parse(event.data) as Facts,
          metadata: JSON.parse(event.metadata) as Facts,
          text,
        };
        this.#recorded.push(event);
        this.#rows.push(row);
        const place = `${event.stream.split('.').at(-1) ?? ''}@${event.revision}`;
        this.#trace.add(`event:${event.type}`, `${place} ${event.id} ${digest(text)}`);
        this.#judge.row(row);
      }
    }
  }

  async #followBus(): Promise<void> {
    const topics = ['stream_chunks', 'results', 'dead_letters'] as const;
    const { signal } = this.#followers;
    for await (const { records } of this.#world.bus.reader.read({ topics, follow: true, signal })) {
      for (const record of records) {
        const seen = busRecord(record);
        this.#bus.push(seen);
        this.#trace.add(`topic:${seen.topic}`, `${seen.key ?? '-'}#${record.offset} ${digest(seen.text)}`);
        this.#judge.message(seen);
      }
    }
  }

  #verdict(): readonly Violation[] {
    const failures = this.#world.failures.map((error) => ({
      guarantee: 'process',
      why: `a loop ended: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}`,
    }));
    const derived = this.#recorded.flatMap((event) => {
      const publication = publishableMessages(event, MAX_MESSAGE_BYTES);
      return publication.kind === 'newer' ? [] : publication.messages;
    });
    const found = this.#judge.end({
      rows: this.#rows,
      bus: this.#bus,
      calls: this.#provider.calls,
      delivered: this.#delivered,
      deaths: this.#deaths,
      derived,
      canary: WORLD_KEY,
      logLines: this.#world.lines.map((line) => `${line.message} ${describe(line.fields)}`),
    });
    return [...failures, ...found];
  }
}

function busRecord(record: InboundRecord): BusRecord {
  const text = new TextDecoder().decode(record.value ?? new Uint8Array());
  const envelope = record.topic === 'dead_letters' ? {} : (JSON.parse(text) as Facts);
  return { topic: record.topic, key: record.key, headers: record.headers, text, envelope };
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** A log line's fields with what errors say. */
function describe(fields: object): string {
  return JSON.stringify(fields, (_, value: unknown) =>
    value instanceof Error ? `${value.name} ${value.message} ${value.stack ?? ''}` : value,
  );
}
