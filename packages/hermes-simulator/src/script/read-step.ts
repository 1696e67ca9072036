import type { JsonObject } from '../json.js';
import type { ApprovalChoice, ApprovalScript, Step, ToolScript, UsageScript } from './script.js';
import { ScriptError, type Shape } from './shape.js';

function choice(shape: Shape): ApprovalChoice {
  const text = shape.text();
  if (text === 'once' || text === 'session' || text === 'always' || text === 'deny') return text;
  throw new ScriptError(shape.place, 'once, session, always or deny');
}

function approval(shape: Shape): ApprovalScript {
  return {
    command: shape.get('command').text(),
    description: shape.get('description').text(),
    patternKey: shape.get('patternKey').text(),
    ...shape.optional('choices', 'choices', (s) => s.list().map(choice)),
    ...shape.optional('allowPermanent', 'allowPermanent', (s) => s.flag()),
    ...shape.optional('smartDenied', 'smartDenied', (s) => s.flag()),
    ...shape.optional('timeoutMs', 'timeoutMs', (s) => s.number()),
  };
}

function tool(shape: Shape): ToolScript {
  const preview = shape.get('preview');
  return {
    name: shape.get('name').text(),
    preview: preview.value === null ? null : preview.text(),
    durationMs: shape.get('durationMs').number(),
    ...shape.optional('error', 'error', (s) => s.flag()),
    ...shape.optional('ignoresStop', 'ignoresStop', (s) => s.flag()),
    ...shape.optional('approval', 'approval', approval),
  };
}

function usage(shape: Shape): UsageScript {
  return {
    input_tokens: shape.get('input_tokens').number(),
    output_tokens: shape.get('output_tokens').number(),
    total_tokens: shape.get('total_tokens').number(),
  };
}

function steps(shape: Shape): readonly Step[] {
  return shape.list().map(readStep);
}

function branches(shape: Shape): { ifAllowed?: readonly Step[]; ifDenied?: readonly Step[] } {
  return {
    ...shape.optional('ifAllowed', 'ifAllowed', steps),
    ...shape.optional('ifDenied', 'ifDenied', steps),
  };
}

const READERS: Readonly<Record<string, (shape: Shape) => Step>> = {
  emit: (s) => {
    s.get('emit').get('event').text();
    return { emit: s.get('emit').object() as JsonObject };
  },
  text: (s) => ({ text: s.get('text').texts(), ...s.optional('gapMs', 'gapMs', (g) => g.number()) }),
  tool: (s) => ({ tool: tool(s.get('tool')), ...branches(s) }),
  reasoning: (s) => ({ reasoning: s.get('reasoning').text() }),
  waitApproval: (s) => ({
    waitApproval: approval(s.get('waitApproval')),
    ...branches(s),
  }),
  parallel: (s) => ({ parallel: s.get('parallel').list().map(steps) }),
  sleepMs: (s) => ({ sleepMs: s.get('sleepMs').number() }),
  complete: (s) => ({
    complete: {
      ...s.get('complete').optional('output', 'output', (o) => o.text()),
      ...s.get('complete').optional('usage', 'usage', usage),
    },
  }),
  fail: (s) => ({ fail: { error: s.get('fail').get('error').text() } }),
  cancelled: () => ({ cancelled: true }),
  status: (s) => ({ status: s.get('status').text() }),
  end: (s) => ({
    end: {
      status: s.get('end').get('status').text(),
      ...s.get('end').optional('fields', 'fields', (f) => f.object() as JsonObject),
    },
  }),
};

/** Reads one step; exactly one of the step keys must be there. Throws ScriptError. */
export function readStep(shape: Shape): Step {
  const kinds = Object.keys(READERS).filter((key) => shape.has(key));
  const [kind, ...others] = kinds;
  const read = kind === undefined ? undefined : READERS[kind];
  if (read === undefined || others.length > 0)
    throw new ScriptError(shape.place, `one of ${Object.keys(READERS).join(', ')}`);
  return read(shape);
}
