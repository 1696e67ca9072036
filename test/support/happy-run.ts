import type { ScriptedAnswer, ScriptedFrame, Script } from './scripted-provider.js';

/** The run id of scripted runs. */
export const RUN_ID = 'run_0be6af4530f3d41defbff479809b0a90';

/** An event frame of the scripted run. */
export function event(name: string, more: Record<string, unknown> = {}): ScriptedFrame {
  return { event: { event: name, run_id: RUN_ID, timestamp: 1_790_000_000.5, ...more } };
}

/** A status document of the scripted run. */
export function status(word: string, more: Record<string, unknown> = {}): ScriptedAnswer {
  return {
    status: 200,
    json: {
      object: 'hermes.run',
      run_id: RUN_ID,
      status: word,
      created_at: 1_790_000_000.1,
      updated_at: 1_790_000_005.2,
      ...more,
    },
  };
}

/** The answer that accepts a start. */
export const ACCEPTED: ScriptedAnswer = { status: 202, json: { run_id: RUN_ID, status: 'started' } };

/** Routes that differ from a run that streams two words and completes. */
export interface Routes {
  readonly start?: Script;
  readonly events?: Script;
  readonly status?: Script;
}

/** Frames of a run that says two words, uses a tool and completes. */
export const HAPPY_FRAMES: readonly ScriptedFrame[] = [
  event('message.delta', { delta: 'All ' }),
  { waitMs: 100 },
  event('tool.started', { tool: 'terminal', preview: 'ls' }),
  event('tool.completed', { tool: 'terminal', duration: 0.1, error: false }),
  event('reasoning.available', { text: 'All' }),
  event('message.delta', { delta: 'good.' }),
  { waitMs: 100 },
  event('run.completed', {
    output: 'All good.',
    usage: { input_tokens: 11, output_tokens: 5, total_tokens: 16 },
  }),
];

/** A provider whose runs complete, with the given routes replaced. */
export function provider(routes: Routes = {}): Script {
  return (request, nth) => {
    if (request.method === 'POST' && request.path === '/v1/runs')
      return routes.start?.(request, nth) ?? ACCEPTED;
    if (request.path.endsWith('/events')) return routes.events?.(request, nth) ?? { frames: HAPPY_FRAMES };
    return routes.status?.(request, nth) ?? status('running');
  };
}
