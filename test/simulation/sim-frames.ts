import type { ScriptedAnswer, ScriptedFrame } from '../support/scripted-provider.js';
import type { ProviderAnswer, Said } from './model/facts.js';
import type { RunPlan } from './run-plan.js';
import type { SimRun } from './sim-run.js';

interface Timed {
  readonly at: number;
  readonly name: string;
  readonly text: string;
}

/** The event stream of a run, from now on, by its plan; reset when the provider goes away. */
export function framesOf(
  run: SimRun,
  now: number,
  awayAt: number,
): { reply: ScriptedAnswer; fact: ProviderAnswer } {
  const { plan } = run;
  if (plan.stream === 'not_found')
    return {
      reply: { status: 404, json: { error: { message: 'no events' } } },
      fact: { kind: 'stream', events: [], end: '404' },
    };
  if (plan.stream === 'http_500')
    return { reply: { status: 500, json: {} }, fact: { kind: 'stream', events: [], end: '500' } };
  const ends = ['completed', 'failed', 'cancelled'].includes(plan.end);
  const whole = timeline(run, ends);
  const planned = plan.stream === 'whole' ? whole : whole.slice(0, Math.ceil(whole.length / 2));
  const kept = planned.filter(({ at }) => run.startedAt + at < awayAt);
  if (awayAt < Infinity && (kept.length < planned.length || endOf(plan, ends) === 'open'))
    return cutOff(kept, run, now, awayAt);
  const end = endOf(plan, ends);
  const { frames, said } = reads(kept, run, now);
  if (plan.stream === 'broken_frame') frames.push({ text: 'data: {"event": "message.delta", "delta\n\n' });
  return {
    reply: { frames, end },
    fact: { kind: 'stream', events: said, end },
  };
}

/** What is left to say until the provider goes away, and the reset then. */
function cutOff(
  kept: readonly Timed[],
  run: SimRun,
  now: number,
  awayAt: number,
): { reply: ScriptedAnswer; fact: ProviderAnswer } {
  const read = reads(kept, run, now);
  // Several frames a read may have waited for one that is not said any more.
  const last = Math.max(now, ...read.said.map(({ at }) => at));
  const frames = [...read.frames, { waitMs: Math.max(0, awayAt - last) }];
  return { reply: { frames, end: 'reset' }, fact: { kind: 'stream', events: read.said, end: 'away' } };
}

function endOf(plan: RunPlan, ends: boolean): 'close' | 'reset' | 'open' {
  if (plan.stream === 'whole' && ends) return 'close';
  if (plan.stream === 'reset') return 'reset';
  return plan.stream === 'closed_early' ? 'close' : 'open';
}

/** Everything the run says, with the time since its start. */
function timeline(run: SimRun, ends: boolean): readonly Timed[] {
  const { plan } = run;
  const items: Timed[] = [];
  const say = (at: number, name: string, more: object): void => {
    const event = { event: name, run_id: run.runId, timestamp: (run.startedAt + at) / 1_000, ...more };
    const text = `data: ${JSON.stringify(event)}\n\n`;
    items.push({ at, name, text });
    if (plan.repeatsFrames && items.length % 3 === 0) items.push({ at, name, text });
  };
  for (let word = 0; word < plan.words; word += 1) {
    const at = Math.floor((plan.lastsMs * (word + 1)) / (plan.words + 2));
    if (plan.comments) items.push({ at, name: ':', text: ': keepalive\n\n' });
    if (plan.strangeEvents && word % 3 === 1)
      say(at, 'skill.learned', { skill: 'knots', depth: [1, { a: null }] });
    if (word % 4 === 2) say(at, 'tool.started', { tool: 'terminal', preview: 'ls' });
    if (word % 4 === 3) say(at, 'tool.completed', { tool: 'terminal', duration: 0.1, error: false });
    say(at, 'message.delta', { delta: plan.echoesKey && word === 0 ? `key ${run.key}` : `wörd ${word} 🚀 ` });
  }
  if (plan.prompt !== null) {
    say(plan.prompt.from, 'approval.request', { command: 'rm -r x', choices: ['once', 'deny'] });
    say(plan.prompt.to, 'approval.responded', { choice: 'once' });
  }
  say(plan.lastsMs - 1, 'reasoning.available', { text: 'done' });
  items.sort((one, other) => one.at - other.at);
  if (plan.end === 'completed')
    say(plan.lastsMs, 'run.completed', { output: 'All good.', usage: { total_tokens: 16 } });
  if (plan.end === 'failed')
    say(plan.lastsMs, 'run.failed', { error: plan.echoesKey ? `no ${run.key}` : 'no disk' });
  if (plan.end === 'cancelled') say(plan.lastsMs, 'run.cancelled', {});
  if (plan.afterwords && ends) {
    say(plan.lastsMs, 'message.delta', { delta: 'one more thing' });
    say(plan.lastsMs, plan.end === 'failed' ? 'run.completed' : 'run.failed', { error: 'afterwards' });
  }
  return items;
}

/** Several frames a read, or reads that cut them anywhere; what is overdue comes at once. Says when what is sent. */
function reads(
  items: readonly Timed[],
  { plan, startedAt }: SimRun,
  now: number,
): { readonly frames: ScriptedFrame[]; readonly said: readonly Said[] } {
  const frames: ScriptedFrame[] = [];
  const said: Said[] = [];
  let elapsed = now - startedAt;
  for (let first = 0; first < items.length; first += plan.framesARead) {
    const read = items.slice(first, first + plan.framesARead);
    const due = read.at(-1)?.at ?? 0;
    if (due > elapsed) {
      frames.push({ waitMs: due - elapsed });
      elapsed = due;
    }
    said.push(...read.map(({ name }) => ({ at: startedAt + elapsed, name })));
    frames.push(...pieces(read.map((item) => item.text).join(''), plan.pieceBytes));
  }
  return { frames, said };
}

function pieces(text: string, size: number | null): readonly ScriptedFrame[] {
  if (size === null) return [{ text }];
  const bytes = new TextEncoder().encode(text);
  const count = Math.ceil(bytes.length / size);
  return Array.from({ length: count }, (_, nth) => ({ bytes: bytes.subarray(nth * size, (nth + 1) * size) }));
}
