import {
  startHermesSimulator,
  type HermesSimulator,
  type HermesSimulatorOptions,
} from '../start-hermes-simulator.js';
import { ManualClock, settle } from './manual-clock.js';
import { RawExchange } from './raw-exchange.js';

/** Key of every lab simulator. */
export const LAB_KEY = 'a-key-only-for-the-tests';

/** Turns of the loop after which an answer that needs no simulated time has come. */
const ANSWER_TURNS = 50;

/** A simulator on a manual clock, and a client that sees every byte. */
export class Lab {
  readonly clock: ManualClock;
  readonly simulator: HermesSimulator;
  readonly #exchanges: RawExchange[] = [];

  private constructor(clock: ManualClock, simulator: HermesSimulator) {
    this.clock = clock;
    this.simulator = simulator;
  }

  static async start(options: Partial<HermesSimulatorOptions> = {}): Promise<Lab> {
    const clock = new ManualClock(1_790_000_000_000);
    return new Lab(clock, await startHermesSimulator({ apiKey: LAB_KEY, clock, ...options }));
  }

  async close(): Promise<void> {
    for (const exchange of this.#exchanges) exchange.destroy();
    await this.simulator.close();
  }

  /** Sends a request; an answer that needs no simulated time has come when this resolves. */
  async send(method: string, path: string, body?: unknown): Promise<RawExchange> {
    const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
    const exchange = new RawExchange(this.simulator.port, {
      method,
      path,
      headers: [
        ['Host', '127.0.0.1'],
        ['Authorization', `Bearer ${LAB_KEY}`],
        ['Content-Length', String(bytes.length)],
      ],
      body: bytes,
    });
    this.#exchanges.push(exchange);
    const over = (): boolean => exchange.answered || exchange.refused || exchange.end !== 'open';
    for (let turn = 0; turn < ANSWER_TURNS && !over(); turn += 1) await settle(2);
    return exchange;
  }

  /** Starts a run and returns its id. */
  async startRun(input: string, sessionId?: string): Promise<string> {
    const body = sessionId === undefined ? { input } : { input, session_id: sessionId };
    const exchange = await this.send('POST', '/v1/runs', body);
    return /run_[0-9a-f]{32}/.exec(exchange.text)?.[0] ?? `no run: ${exchange.status} ${exchange.text}`;
  }

  /** Opens the event stream of a run. */
  events(runId: string): Promise<RawExchange> {
    return this.send('GET', `/v1/runs/${runId}/events`);
  }

  /** Status of a run, or the HTTP status as text when it is not 200. */
  async status(runId: string): Promise<string> {
    const exchange = await this.send('GET', `/v1/runs/${runId}`);
    if (exchange.status !== 200) return String(exchange.status);
    return (JSON.parse(exchange.text) as { status: string }).status;
  }
}

/** The deltas and event names of a stream, in order. */
export function eventsOf(exchange: RawExchange): readonly string[] {
  return exchange.text
    .split('\n\n')
    .filter((frame) => frame !== '')
    .map((frame) => {
      if (!frame.startsWith('data: ')) return frame;
      const event = JSON.parse(frame.slice(6)) as { event: string; delta?: string };
      return event.delta ?? event.event;
    });
}
