import type { JsonObject } from '@aip-hermes/aip';
import { describe, expect, it } from 'vitest';
import { evolve } from '../evolve/evolve.js';
import { givenEvents, RUNNING } from '../fixtures/given-binding.js';
import { factsAt } from '../fixtures/sample-events.js';
import { isTerminal, type BindingState } from '../state.js';
import { MAX_EVENTS_BEYOND, MAX_PROMPTS } from './event-quota.js';
import { recordEvents, type SeenEvent } from './record-events.js';

const OTHER_RUN = `run_${'2'.repeat(32)}`;
const limits = { max_events: 10, max_output_bytes: 65_536, max_event_data_bytes: 65_536, secrets: [] };

/** Records a read and folds what it gave; the names of the events recorded. */
function read(state: BindingState, seen: readonly SeenEvent[]): readonly string[] {
  const decision = recordEvents(state, state.binding.observation?.claim_id ?? '', seen, limits);
  if (decision.kind === 'nothing') return [];
  for (const event of decision.events) evolve(state, event, factsAt(state.revision + 1));
  expect(state.damage).toEqual([]);
  return decision.events.map((event) =>
    event.type === 'ProviderEventObserved' ? `${event.data.kind} ${event.data.event}` : event.type,
  );
}

function event(name: string, data: JsonObject = {}): SeenEvent {
  return { name, data: { event: name, run_id: 'run_1', ...data } };
}

function times(count: number, seen: (index: number) => SeenEvent): readonly SeenEvent[] {
  return Array.from({ length: count }, (_, index) => seen(index));
}

describe('an event of another run', () => {
  it.each(['run.completed', 'run.failed', 'run.cancelled', 'approval.request', 'message.delta'])(
    'G4, G8: %s of another run is progress, and nothing it says is kept',
    (name) => {
      const state = givenEvents(...RUNNING);
      const before = state.binding.last_event;
      const data = { run_id: OTHER_RUN, output: 'not mine', delta: 'not mine', command: 'not mine' };
      expect(read(state, [event(name, data)])).toEqual(['progress connector.foreign_event']);
      expect(state.binding).toMatchObject({ status: 'running', last_event: before, approval_generation: 0 });
      expect(state.providerEvents).toBe(1);
      expect(JSON.stringify(recordEvents(state, 'claim-1', [event(name, data)], limits))).not.toContain(
        'mine',
      );
    },
  );

  it('B6: the own end behind it still counts', () => {
    const state = givenEvents(...RUNNING);
    const seen = [event('run.completed', { run_id: OTHER_RUN }), event('run.failed', { error: 'x' })];
    expect(read(state, seen)).toEqual(['progress connector.foreign_event', 'RunFailed']);
    expect(state.binding.status).toBe('failed');
  });

  it('O2: an event that names no run, or names none that can be, is the own', () => {
    const state = givenEvents(...RUNNING);
    const seen = [
      { name: 'message.delta', data: { delta: 'a' } },
      { name: 'message.delta', data: { delta: 'a', run_id: 'r' } },
      { name: 'run.completed', data: { run_id: 7 } },
    ];
    expect(read(state, seen)).toEqual(['data message.delta', 'data message.delta', 'RunCompleted']);
  });

  it('G8: an end must name this run, whatever else it names', () => {
    const state = givenEvents(...RUNNING);
    const seen = [event('run.completed', { run_id: 'r' }), event('run.cancelled', { run_id: '' })];
    expect(read(state, seen)).toEqual([
      'progress connector.foreign_event',
      'progress connector.foreign_event',
    ]);
  });

  it('O4, G13: it is limited like any other event', () => {
    const state = givenEvents(...RUNNING);
    const seen = times(30, () => event('approval.request', { run_id: OTHER_RUN }));
    expect(read(state, seen)).toHaveLength(limits.max_events + 1);
  });
});

describe('events without end', () => {
  it.each(['run.progress', 'approval.responded'])(
    'O4, G13: %s is recorded beyond max_events up to a bound; an end always',
    (name) => {
      const state = givenEvents(...RUNNING);
      const many = times(1_000, () => event(name));
      for (let reads = 0; reads < 10; reads += 1) read(state, many);
      expect(state.providerEvents).toBe(limits.max_events + MAX_EVENTS_BEYOND);
      expect(read(state, [event(name), event('message.delta'), event('message.delta')])).toEqual([
        'progress connector.events_limited',
      ]);
      expect(read(state, [event(name), event('run.completed')])).toEqual(['RunCompleted']);
      expect(isTerminal(state.binding.status)).toBe(true);
    },
  );

  it('A1, G13: prompts beyond the bound are progress, and count', () => {
    const state = givenEvents(...RUNNING);
    const prompts = times(MAX_PROMPTS + 3, (index) => event('approval.request', { request_id: `r${index}` }));
    const names = read(state, prompts);
    expect(names.slice(0, MAX_PROMPTS).every((name) => name === 'ApprovalRequested')).toBe(true);
    expect(names.slice(MAX_PROMPTS)).toEqual(
      times(3, () => event('')).map(() => 'progress approval.request'),
    );
    expect(state.binding.approval_generation).toBe(MAX_PROMPTS);
    expect(state.providerEvents).toBe(3);
  });

  it('O4, G13: a provider cannot use the names of the own events to be counted apart', () => {
    const state = givenEvents(...RUNNING);
    const names = read(
      state,
      times(30, () => event('connector.events_limited')),
    );
    expect(names[0]).toBe('progress provider.connector.events_limited');
    expect(names).toHaveLength(limits.max_events + 1);
  });
});
