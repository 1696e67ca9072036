import type { Fault } from '../faults/fault-rule.js';
import { errorAnswer, type Answer } from './answer.js';
import type { Exchange, Handled } from './exchange.js';
import { sendAnswer } from './send.js';

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
  if (response.destroyed) return;
  sendAnswer(response, state.profile.serverHeader, handled);
  if (fault?.kind === 'terminate' && fault.afterEvents === undefined) state.terminate();
  if (fault?.kind === 'refuse-connections') state.refuse(fault.forMs);
}

/** The answer a planned `answer` fault gives instead of the handler's. */
export function faultAnswer(fault: Extract<Fault, { kind: 'answer' }>): Answer {
  const headers = Object.entries(fault.headers ?? {});
  if (fault.body !== undefined) return { status: fault.status, headers, body: fault.body };
  const answer = errorAnswer(fault.status, 'Injected fault', 'injected_fault');
  return { ...answer, headers: [...headers, ...answer.headers] };
}
