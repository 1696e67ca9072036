import type { ServerResponse } from 'node:http';
import type { PlannedEvent, PlannedStep } from './run-plan.js';

/** Time of every event, seconds: nothing hangs on it. */
const TIMESTAMP = 1_790_000_000.5;

/** One run of the provider. It goes on whether or not anybody listens; what was said before is read first. */
export class ProviderRun {
  readonly id: string;
  readonly #said: string[] = [];
  readonly #readers = new Set<ServerResponse>();
  #status = 'running';
  #output: unknown = null;
  #answered: () => void = () => undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Resolves when the run was answered or stopped. */
  readonly answer = new Promise<void>((resolve) => {
    this.#answered = resolve;
  });

  /** Does what is planned, to its end or until it is stopped. */
  async play(steps: readonly PlannedStep[]): Promise<void> {
    for (const step of steps) {
      if (typeof step === 'function') await step();
      else this.#say(step);
      if (this.#isOver) break;
    }
    for (const reader of this.#readers) reader.end();
  }

  /** A person has answered its question. */
  approve(): void {
    if (!this.#isOver) this.#status = 'running';
    this.#answered();
  }

  /** Ends it as a stop does. */
  stop(): void {
    if (!this.#isOver) this.#say({ event: 'run.cancelled' });
    this.#answered();
    for (const reader of this.#readers) reader.end();
  }

  /** What `GET /v1/runs/{id}` says. */
  get document(): object {
    const status = this.#status;
    return {
      object: 'hermes.run',
      run_id: this.id,
      status,
      created_at: TIMESTAMP,
      updated_at: TIMESTAMP,
      ...(status === 'completed' ? { output: this.#output } : {}),
      ...(status === 'waiting_for_approval' ? { last_event: 'approval.request' } : {}),
    };
  }

  /** Writes the run's events to an answer, from the first one on. */
  stream(answer: ServerResponse): void {
    answer.writeHead(200, { 'content-type': 'text/event-stream' });
    answer.flushHeaders();
    for (const frame of this.#said) answer.write(frame);
    if (this.#isOver) answer.end();
    else this.#readers.add(answer);
    answer.on('close', () => this.#readers.delete(answer));
  }

  get #isOver(): boolean {
    return this.#status === 'completed' || this.#status === 'cancelled';
  }

  #say(event: PlannedEvent): void {
    const frame = `data: ${JSON.stringify({ run_id: this.id, timestamp: TIMESTAMP, ...event })}\n\n`;
    this.#said.push(frame);
    if (event.event === 'approval.request') this.#status = 'waiting_for_approval';
    if (event.event === 'run.cancelled') this.#status = 'cancelled';
    if (event.event === 'run.completed') {
      this.#status = 'completed';
      this.#output = event['output'];
    }
    for (const reader of this.#readers) reader.write(frame);
  }
}
