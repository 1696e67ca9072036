import type { JsonObject } from '../json.js';
import type { ModelToolCall, ModelTurn } from './script.js';
import type { Shape } from './shape.js';

function toolCall(shape: Shape): ModelToolCall {
  const args = shape.get('arguments');
  return {
    name: shape.get('name').text(),
    arguments: typeof args.value === 'string' ? args.value : (args.object() as JsonObject),
  };
}

function usage(shape: Shape): NonNullable<ModelTurn['usage']> | null {
  if (shape.value === null) return null;
  return {
    prompt: shape.get('prompt_tokens').number(),
    completion: shape.get('completion_tokens').number(),
    ...shape.optional('prompt_tokens_details', 'cached', (s) => s.get('cached_tokens').number()),
  };
}

function error(shape: Shape): NonNullable<ModelTurn['error']> {
  const body = shape.get('error');
  const code = body.get('code').value;
  return { message: body.get('message').text(), code: typeof code === 'string' ? code : null };
}

/** Reads one turn in the lab kit's spelling (`tool_calls`, `hang_after`, `cut_after`, `body`). Throws ScriptError. */
export function readTurn(shape: Shape): ModelTurn {
  return {
    ...shape.optional('delay', 'delay', (s) => s.number()),
    ...shape.optional('reasoning', 'reasoning', (s) => s.texts()),
    ...shape.optional('chunks', 'chunks', (s) => s.texts()),
    ...shape.optional('gap', 'gap', (s) => s.number()),
    ...shape.optional('repeat', 'repeat', (s) => s.number()),
    ...shape.optional('tool_calls', 'toolCalls', (s) => s.list().map(toolCall)),
    ...shape.optional('finish', 'finish', (s) => s.text()),
    ...shape.optional('usage', 'usage', usage),
    ...shape.optional('status', 'status', (s) => s.number()),
    ...shape.optional('body', 'error', error),
    ...shape.optional('hang', 'hang', (s) => s.flag()),
    ...shape.optional('hang_after', 'hangAfter', (s) => s.flag()),
    ...shape.optional('cut_after', 'cutAfter', (s) => s.number()),
    ...shape.optional('refused', 'refused', (s) => s.flag()),
  };
}
