import type { ServerResponse } from 'node:http';
import type { Turn } from './turn.js';

/** Answers a call of `POST /v1/chat/completions` with `stream: true`: what is said, the tool calls, the usage, the end. */
export async function writeTurn(response: ServerResponse, turn: Turn, id: string): Promise<void> {
  if ('status' in turn) {
    response.writeHead(turn.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error: { message: turn.message, type: 'scripted', code: 'scripted' } }));
    return;
  }
  const { say = [], call = [], ascii = false } = turn;
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const frame = async (members: Record<string, unknown>): Promise<void> => {
    const chunk = { id, object: 'chat.completion.chunk', created: 1, model: 'scripted', ...members };
    const text = JSON.stringify(chunk);
    if (!response.write(`data: ${ascii ? escaped(text) : text}\n\n`)) await drained(response);
  };
  const delta = (value: Record<string, unknown>, finish: string | null = null): Promise<void> =>
    frame({ choices: [{ index: 0, delta: value, finish_reason: finish }] });

  await delta({ role: 'assistant', content: '' });
  for (const piece of say) {
    if (typeof piece === 'string') await delta({ content: piece });
    else await piece;
    if (response.destroyed) return;
  }
  for (const [index, { name, arguments: values }] of call.entries()) {
    const wanted = { name, arguments: JSON.stringify(values) };
    await delta({ tool_calls: [{ index, id: `call_${id}_${index}`, type: 'function', function: wanted }] });
  }
  await delta({}, call.length > 0 ? 'tool_calls' : 'stop');
  await frame({ choices: [], usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } });
  response.end('data: [DONE]\n\n');
}

/** Waits until more can be written, or the other side is gone. */
function drained(response: ServerResponse): Promise<void> {
  if (response.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}

/** Every code unit beyond ASCII as an escape; `JSON.stringify` has already done so with lone surrogates. */
function escaped(json: string): string {
  return json.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
