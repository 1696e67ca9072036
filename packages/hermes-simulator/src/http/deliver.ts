import type { Fault } from '../faults/fault-rule.js';
import { errorAnswer, type Answer } from './answer.js';
import type { Exchange, Handled } from './exchange.js';
import { sendAnswer, sendHead } from './send.js';

/** Pieces of a slow body. */
const SLOW_PIECES = 8;

/** What a proxy in front of the server says when the server does not answer it. */
const PROXY_PAGE = '<html><head><title>Bad gateway</title></head><body><h1>Bad gateway</h1></body></html>';

/** Sends what a handler gave, or lets the planned fault have it. */
export async function deliver(exchange: Exchange, handled: Handled): Promise<void> {
  const { state, process, response, fault } = exchange;
  if (handled === 'sent') return;
  if (fault?.kind === 'lost-answer') {
    response.destroy();
    return;
  }
  if (fault?.kind === 'restart' && fault.afterEvents === undefined) {
    state.restart();
    return;
  }
  if (fault?.kind === 'delayed-answer') await process.clock.sleep(fault.delayMs);
  if (fault?.kind === 'stall-server') {
    process.stall = process.clock.sleep(fault.forMs);
    await process.stall;
  }
  if (response.destroyed) return;
  if (fault?.kind === 'slow-body') await sendSlowly(exchange, handled, fault.overMs);
  else sendAnswer(response, state.profile.serverHeader, spoilt(handled, fault));
  if (fault?.kind === 'terminate' && fault.afterEvents === undefined) state.terminate();
  if (fault?.kind === 'refuse-connections') state.refuse(fault.forMs);
}

/** The answer a planned `answer` fault gives instead of the handler's. */
export function faultAnswer(fault: Extract<Fault, { kind: 'answer' }>): Answer {
  const headers = Object.entries(fault.headers ?? {});
  if (fault.body !== undefined) return { status: fault.status, headers, body: fault.body };
  // A page of a proxy, not of the server (1.5).
  if (fault.status === 502 || fault.status === 504)
    return { status: fault.status, headers: [...headers, ['Content-Type', 'text/html']], body: PROXY_PAGE };
  const answer = errorAnswer(fault.status, 'Injected fault', 'injected_fault');
  return { ...answer, headers: [...headers, ...answer.headers] };
}

/** The answer with the fault that concerns its content. */
function spoilt(answer: Answer, fault: Fault | undefined): Answer {
  if (fault?.kind === 'truncated')
    return { ...answer, body: answer.body.slice(0, Math.floor(answer.body.length / 2)) };
  if (fault?.kind !== 'wrong-type') return answer;
  const headers = answer.headers.filter(([name]) => name !== 'Content-Type');
  return { ...answer, headers: [['Content-Type', 'text/html'], ...headers] };
}

async function sendSlowly(
  { state, process, response }: Exchange,
  answer: Answer,
  overMs: number,
): Promise<void> {
  const length = ['Content-Length', String(Buffer.byteLength(answer.body))] as const;
  sendHead(response, state.profile.serverHeader, answer.status, [...answer.headers, length], answer.closes);
  response.flushHeaders();
  const size = Math.max(1, Math.ceil(answer.body.length / SLOW_PIECES));
  for (let from = 0; from < answer.body.length && !response.destroyed; from += size) {
    await process.clock.sleep(overMs / SLOW_PIECES);
    response.write(answer.body.slice(from, from + size));
  }
  response.end();
}
