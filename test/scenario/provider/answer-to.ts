import type { AnswerSink } from './answer-sink.js';
import { ChunkQueue } from './chunk-queue.js';
import { replyBody, replyHeaders } from './filled-reply.js';
import type { Answer, ProviderScript } from './provider-script.js';
import type { ProviderTime, ProviderWatch } from './provider-time.js';
import type { ArrivingRequest } from './seen-request.js';

/** What answering needs. */
export interface AnswerTools {
  readonly script: ProviderScript;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly time: ProviderTime;
  readonly watch: ProviderWatch;
  /** What went wrong while answering, such as a file that is not there. */
  readonly failed: (reason: unknown) => void;
}

/**
 * Takes a request whose head has arrived and answers it. `body` resolves when the request has been read whole; a reply
 * may not wait for it.
 */
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
    sink.end(end, false);
  } else if (reply.status === undefined) {
    sink.end(end, false);
  } else if (reply.chunks !== undefined) {
    sink.head(reply.status, replyHeaders(reply, fill), null);
    await queueOf(answer, tools).join(sink);
  } else {
    const body = replyBody(reply, use, fill) ?? new Uint8Array();
    sink.head(reply.status, replyHeaders(reply, fill), end === 'fin' ? body.length : null);
    if (body.length > 0) sink.write(body);
    sink.end(end, keepAlive);
  }
}

/** The list that a stream draws from: its own, or the one of its route and run. */
function queueOf({ reply, run, fill, route, sharedQueue }: Answer, tools: AnswerTools): ChunkQueue {
  const shared = sharedQueue && route !== null ? run?.sharedQueues.get(route) : undefined;
  if (shared !== undefined) return shared;
  const queue = new ChunkQueue({
    chunks: reply.chunks ?? [],
    end: reply.end ?? 'fin',
    keepAlive: reply.keepAlive ?? true,
    files: tools.files,
    fill,
    run,
    pause: (ms, ended) => pause(ms, ended, tools.time),
    wrote: () => tools.watch.moved?.(),
  });
  if (sharedQueue && route !== null) run?.sharedQueues.set(route, queue);
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
