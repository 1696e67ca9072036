import { createHash } from 'node:crypto';
import {
  BESIDE_EVENT_TYPES,
  BINDING_EVENT_TYPES,
  publishableEventTypes,
  publishableMessages,
} from '@aip-hermes/binding';
import type { AppendOutcome, NewEvent } from '@aip-hermes/event-log';
import type { InboundRecord } from '@aip-hermes/message-bus';
import type { Reached } from '../points/reached.js';
import { watchSink, watchSource } from '../points/watch-bus.js';
import { watchLog } from '../points/watch-log.js';
import { SeededRandom } from '../support/seeded-random.js';
import { EPOCH_MS } from '../support/virtual-clock.js';
import { World, WORLD_KEY, type WorldOptions } from '../support/world.js';
import { Deaths, type DeathPlace } from './deaths.js';
import { Faults } from './faults.js';
import type { BusRecord, Delivered, Facts, Row, Violation } from './model/facts.js';
import { Judge } from './model/judge.js';
import { cellName } from './model/state-table.js';
import { never } from './never.js';
import { ProviderOutages } from './provider-outages.js';
import { SimProvider } from './sim-provider.js';
import { SHORT, type SimSize } from './sim-size.js';
import { Trace } from './trace.js';
import { Workload, type CommandKind } from './workload.js';

/** After the faults everything has ended within this much virtual time. */
const SETTLES_WITHIN_MS = 900_000;
/** So long nothing may be left to do before all counts as over. */
const QUIET_MS = 6_000;
const STEP_MS = 500;
const LONGEST_SLEEP_MS = 20_000;
const MAX_MESSAGE_BYTES = 1_048_576;
const DRAIN_MS = 2_000;
const TIMEOUT_MS = 40_000;
const MOST_RUNS = 3;
const FEWEST_EVENTS = 6;
const MORE_EVENTS = 12;

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

/** Runs one seed on a fresh world, to its end or to the first violation. */
export function runSeed(seed: number, size: SimSize = SHORT): Promise<SeedRun> {
  return new Simulation(seed, size).run();
}

class Simulation {
  readonly #size: SimSize;
  readonly #random: SeededRandom;
  readonly #deaths: Deaths;
  readonly #faults: Faults;
  readonly #world: World;
  readonly #provider: SimProvider;
  readonly #trace: Trace;
  readonly #judge: Judge;
  readonly #rows: Row[] = [];
  readonly #seenEvents = new Set<string>();
  readonly #bus: BusRecord[] = [];
  readonly #delivered: Delivered[] = [];
  /** Offset up to which everything was decided, by partition. */
  readonly #decided = new Map<number, number>();
  readonly #followers = new AbortController();
  #generation = 0;
  #up = false;
  #publishable = '';

  constructor(seed: number, size: SimSize) {
    this.#size = size;
    this.#random = new SeededRandom(seed * 7_919 + 1);
    this.#faults = new Faults(new SeededRandom(seed * 104_729 + 2), size);
    this.#deaths = new Deaths(new SeededRandom(seed * 15_485_863 + 3), size.deaths, size.faultsMs);
    const maxRuns = 1 + this.#random.below(MOST_RUNS);
    const maxEvents = FEWEST_EVENTS + this.#random.below(MORE_EVENTS);
    this.#world = this.#makeWorld(seed, {
      timeout_ms: TIMEOUT_MS,
      max_concurrent_runs: maxRuns,
      max_events: maxEvents,
    });
    const { clock } = this.#world;
    const trace = new Trace(() => clock.monotonic());
    this.#trace = trace;
    const limits = { maxRuns, maxEvents, epochMs: EPOCH_MS, canary: WORLD_KEY };
    this.#judge = new Judge(limits, ({ guarantee, why }) => trace.add('VIOLATED', `${guarantee} ${why}`));
    this.#provider = new SimProvider({
      seed,
      trace,
      onCall: (call) => this.#judge.call(call),
      dies: (place, session) => this.#passes(place, session),
      faultsOn: () => this.#faults.on,
      outages: new ProviderOutages(new SeededRandom(seed * 32_452_843 + 4), size.faultsMs),
    });
    this.#faults.aim({
      clock,
      trace,
      generation: () => this.#generation,
      dies: (place) => this.#passes(place),
      appended: (stream, events, outcome) => this.#appended(stream, events, outcome),
    });
  }

  async run(): Promise<SeedRun> {
    const { clock } = this.#world;
    const following = [this.#followLog(), this.#followBus()];
    this.#boot();
    this.#schedule();
    while (clock.monotonic() < this.#size.faultsMs && this.#good) await clock.advance(STEP_MS);
    this.#faults.stop();
    this.#deaths.stop();
    this.#trace.add('calm');
    this.#judge.calm(clock.monotonic(), this.#delivered);
    const settled = await this.#settle();
    this.#followers.abort();
    await clock.advance(1);
    await Promise.all(following);
    if (settled && this.#good) this.#end();
    return { trace: this.#trace, violations: this.#judge.violations };
  }

  get #good(): boolean {
    return this.#judge.violations.length === 0;
  }

  #makeWorld(seed: number, policy: NonNullable<WorldOptions['policy']>): World {
    const reached: Reached = async (point, { action, instance }) => {
      if (instance !== String(this.#generation) || this.#passes(point, action ?? '')) await never();
    };
    const instance = (): string => String(this.#generation);
    return new World({
      seed,
      script: (request) => this.#provider.script(request),
      policy,
      faults: this.#faults.log,
      logSeen: (log) => watchLog(this.#faults.seen(log), reached, instance()),
      bus: this.#faults.bus,
      sourceSeen: (source) => {
        const decided = (partition: number, offset: number): void =>
          void this.#decided.set(partition, Math.max(offset, this.#decided.get(partition) ?? -1));
        return watchSource(this.#faults.commands(source, decided), reached, instance());
      },
      sinkSeen: (sink) => watchSink(sink, reached, instance()),
      timersSeen: (timers) => ({
        after: (ms, run) =>
          timers.after(ms, () => {
            this.#passes('timer');
            run();
          }),
      }),
    });
  }

  /** A process comes by a place; true when it dies there. */
  #passes(place: DeathPlace, about = ''): boolean {
    this.#judge.port(place, this.#world.clock.monotonic());
    // Named points stand in the trace; awaits are too many.
    if (place.includes('-')) this.#trace.add(`point:${place}`, about);
    if (!this.#up || !this.#deaths.at(place)) return false;
    this.#kill(`at_${place}`);
    return true;
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
    if (this.#random.chance(0.2)) clock.after(this.#random.below(faultsMs), () => this.#standStill());
  }

  /** The machine sleeps: time passes and nobody gets to do anything. */
  #standStill(): void {
    this.#trace.add('stands_still');
    this.#world.clock.skip(this.#random.below(LONGEST_SLEEP_MS));
  }

  #deliver(workload: Workload, kind: CommandKind): void {
    const { known, key, kind: drawn } = workload.draw(kind);
    const { command, bytes } = known;
    this.#judge.delivered(known);
    this.#trace.add(`command:${drawn}`, `${command?.messageId ?? ''} ${command?.actionId ?? ''}`);
    void this.#world.bus.commandSink
      .send({ key, value: bytes, headers: {} })
      .then((place) => this.#delivered.push({ ...known, ...place }));
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
    this.#up = false;
    this.#generation += 1;
    const { clock } = this.#world;
    this.#judge.processes.dies(clock.monotonic());
    clock.after(50 + this.#random.below(4_000), () => this.#boot());
    this.#world.crash();
  }

  /** SIGTERM: stops in its own time, and is gone then. */
  async #stopGently(): Promise<void> {
    if (!this.#up) return;
    this.#trace.add('stop');
    this.#judge.processes.stops(this.#world.clock.monotonic());
    const { process } = this.#world;
    const born = this.#generation;
    await process.stop(DRAIN_MS);
    if (born !== this.#generation) return;
    this.#trace.add('stopped');
    this.#kill('after_stop');
  }

  /** Waits until nothing is left to do; false when that does not come. */
  async #settle(): Promise<boolean> {
    const { clock } = this.#world;
    const end = clock.monotonic() + SETTLES_WITHIN_MS;
    let quietSince = clock.monotonic();
    while (this.#good && clock.monotonic() - quietSince < QUIET_MS) {
      await clock.advance(STEP_MS);
      if (!this.#settled()) quietSince = clock.monotonic();
      if (clock.monotonic() <= end) continue;
      this.#judge.complain({ guarantee: 'G6', why: `not settled within ${SETTLES_WITHIN_MS} ms` });
      return false;
    }
    return true;
  }

  #settled(): boolean {
    if (!this.#up) return false;
    const { process } = this.#world;
    const undecided = this.#delivered.some(
      ({ partition, offset }) => offset > (this.#decided.get(partition) ?? -1),
    );
    if (!process.idle || undecided) return false;
    return this.#publishable === '' || (process.published ?? '') >= this.#publishable;
  }

  /** Judges what has just become part of the log; an append that was there already says so again. */
  #appended(stream: string, events: readonly NewEvent[], outcome: AppendOutcome): void {
    if (outcome.kind !== 'appended' || this.#seenEvents.has(events[0]?.id ?? '')) return;
    const at = this.#world.clock.monotonic();
    for (const [index, { id, type, data, metadata }] of events.entries()) {
      this.#seenEvents.add(id);
      const revision = outcome.revision - events.length + 1 + index;
      const row: Row = {
        at,
        stream,
        revision,
        type,
        data: JSON.parse(data) as Facts,
        metadata: JSON.parse(metadata) as Facts,
        text: data + metadata,
      };
      this.#rows.push(row);
      const place = `${stream.split('.').at(-1) ?? ''}@${revision}`;
      this.#trace.add(`event:${type}`, `${place} ${id} ${digest(row.text)}`);
      for (const cell of this.#judge.row(row)) this.#trace.count(cellName(cell));
    }
  }

  async #followLog(): Promise<void> {
    const types = [...BINDING_EVENT_TYPES, ...BESIDE_EVENT_TYPES];
    const publishable: readonly string[] = publishableEventTypes;
    const { signal } = this.#followers;
    for await (const { events } of this.#world.log.subscribe({ types, from: null, signal })) {
      for (const event of events) {
        if (!publishable.includes(event.type)) continue;
        this.#publishable = event.position;
        const publication = publishableMessages(event, MAX_MESSAGE_BYTES);
        if (publication.kind !== 'newer') this.#judge.derived(publication.messages);
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
        this.#judge.message(seen, this.#world.clock.monotonic());
      }
    }
  }

  #end(): void {
    const { failures, lines, process } = this.#world;
    for (const error of failures) {
      const why = `a loop ended: ${error instanceof Error ? `${error.name}: ${error.message}` : 'unknown'}`;
      this.#judge.complain({ guarantee: 'process', why });
    }
    this.#judge.end({
      rows: this.#rows,
      bus: this.#bus,
      calls: this.#provider.calls,
      delivered: this.#delivered,
      logLines: lines.map((line) => `${line.message} ${describe(line.fields)}`),
      timersLeft: process.timersWaiting,
      placesTaken: process.slots.taken,
    });
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
