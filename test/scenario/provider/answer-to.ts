import type { AnswerSink } from './answer-sink.js';
import { ChunkQueue } from './chunk-queue.js';
import { replyBody, replyHeaders } from './filled-reply.js';
import type { Answer, ProviderScript } from './provider-script.js';
import type { ProviderTime, ProviderWatch } from './provider-time.js';
import type { ScriptedRun } from './scripted-run.js';
import type { ArrivingRequest } from './seen-request.js';

/** What answering needs. */
export interface AnswerTools {
  readonly script: ProviderScript;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly time: ProviderTime;
  readonly watch: ProviderWatch;
  /** Lists of chunks that all streams of a run draw from, by run and number of the route. */
  readonly queues: Map<ScriptedRun | null, Map<number, ChunkQueue>>;
  /** What went wrong while answering, such as a file that is not there. */
  readonly failed: (reason: unknown) => void;
}

/** Takes a request that has arrived and writes its answer. A request whose body is not read has none. */
export async function answerTo(
  request: ArrivingRequest,
  sink: AnswerSink,
  tools: AnswerTools,
): Promise<void> {
  const { script, watch } = tools;
  const answer = script.arrive(request);
  watch.moved?.();
  try {
    const seen = script.requests.at(-1);
    if (seen !== undefined && answer.reply.readBody !== false) await watch.received?.(seen);
    await pause(answer.reply.waitMs ?? 0, sink.closed, tools.time);
    if (sink.closed.aborted) return;
    script.answering(request.method, request.path, answer.run);
    await write(answer, sink, tools);
    watch.moved?.();
  } catch (error) {
    tools.failed(error);
  }
}

async function write(answer: Answer, sink: AnswerSink, tools: AnswerTools): Promise<void> {
  const { reply, use, fill } = answer;
  const end = reply.end ?? 'fin';
  const keepAlive = reply.keepAlive ?? true;
  if (reply.rawHex !== undefined) {
    sink.raw(Buffer.from(reply.rawHex, 'hex'));
    sink.end(end);
  } else if (reply.status === undefined) {
    sink.end(end);
  } else if (reply.chunks !== undefined) {
    sink.head(reply.status, replyHeaders(reply, fill), { whole: null, keepAlive });
    await queueOf(answer, tools).join(sink);
  } else {
    const body = replyBody(reply, use, fill) ?? new Uint8Array();
    sink.head(reply.status, replyHeaders(reply, fill), {
      whole: end === 'fin' ? body.length : null,
      keepAlive,
    });
    if (body.length > 0) sink.write(body);
    sink.end(end);
  }
}

/** The list that a stream draws from: its own, or the one of its route and run. */
function queueOf({ reply, run, fill, route, sharedQueue }: Answer, tools: AnswerTools): ChunkQueue {
  const ofRun = tools.queues.get(run) ?? new Map<number, ChunkQueue>();
  const shared = sharedQueue && route !== null ? ofRun.get(route) : undefined;
  if (shared !== undefined) return shared;
  const queue = new ChunkQueue({
    chunks: reply.chunks ?? [],
    end: reply.end ?? 'fin',
    files: tools.files,
    fill,
    run,
    pause: (ms, ended) => pause(ms, ended, tools.time),
    wrote: () => tools.watch.moved?.(),
  });
  if (sharedQueue && route !== null) tools.queues.set(run, ofRun.set(route, queue));
  return queue;
}

function pause(ms: number, ended: AbortSignal, time: ProviderTime): Promise<void> {
  if (ms === 0 || ended.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      cancel();
      ended.removeEventListener('abort', done);
      resolve();
    };
    const cancel = time.after(ms, done);
    ended.addEventListener('abort', done);
  });
}
