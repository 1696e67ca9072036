import type { Chunk } from '../file/scenario.js';
import type { AnswerSink } from './answer-sink.js';
import type { PipeEnd } from './byte-pipe.js';
import { chunkBytes, type FillText } from './filled-reply.js';
import type { ScriptedRun } from './scripted-run.js';

/** What writing a list of chunks needs. */
export interface ChunkSource {
  readonly chunks: readonly Chunk[];
  readonly end: PipeEnd;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly fill: FillText;
  readonly run: ScriptedRun | null;
  readonly pause: (ms: number, ended: AbortSignal) => Promise<void>;
  /** Told after each write. */
  readonly wrote: () => void;
}

/**
 * Writes a list of chunks, with its waits, to the streams that draw from it: usually one; a shared list gives each
 * chunk to one open stream after the other.
 */
export class ChunkQueue {
  readonly #source: ChunkSource;
  readonly #sinks: AnswerSink[] = [];
  readonly #over = new AbortController();
  #turn = 0;
  #running = false;

  constructor(source: ChunkSource) {
    this.#source = source;
  }

  /** Adds a stream and, with the first one, begins to write. */
  async join(sink: AnswerSink): Promise<void> {
    if (this.#isOver()) {
      sink.end(this.#source.end);
      return;
    }
    this.#sinks.push(sink);
    sink.closed.addEventListener('abort', () => {
      if (this.#open().length === 0) this.#over.abort();
    });
    if (this.#running) return;
    this.#running = true;
    for (const chunk of this.#source.chunks) {
      await this.#write(chunk);
      if (this.#isOver()) return;
    }
    for (const open of this.#open()) open.end(this.#source.end);
  }

  async #write(chunk: Chunk): Promise<void> {
    const { pause, run } = this.#source;
    const ended = this.#over.signal;
    if (chunk.waitMs !== undefined) return pause(chunk.waitMs, ended);
    if (chunk.waitFor !== undefined) {
      const count = chunk.count ?? 1;
      const calls = (): number =>
        chunk.waitFor === 'approval-calls' ? (run?.approvalCalls ?? 0) : (run?.stopCalls ?? 0);
      return run?.until(() => calls() >= count, ended);
    }
    const bytes = chunkBytes(chunk, this.#source.files, this.#source.fill);
    for (let done = 0; done < (chunk.repeat ?? 1) && !ended.aborted; done += 1) {
      const sink = this.#next();
      if (chunk.event !== undefined && run !== null) run.framesSent += chunk.burst ?? 1;
      sink?.write(bytes);
      this.#source.wrote();
      await sink?.taken();
      if (chunk.everyMs !== undefined) await pause(chunk.everyMs, ended);
    }
  }

  #next(): AnswerSink | undefined {
    const open = this.#open();
    const sink = open[this.#turn % Math.max(1, open.length)];
    this.#turn += 1;
    return sink;
  }

  #isOver(): boolean {
    return this.#over.signal.aborted;
  }

  #open(): readonly AnswerSink[] {
    return this.#sinks.filter((sink) => !sink.closed.aborted);
  }
}
