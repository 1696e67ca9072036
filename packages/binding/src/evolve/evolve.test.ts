import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BINDING_EVENT_TYPES, type BindingEvent, type BindingEventType } from '../events/binding-event.js';
import { givenEvents, RUNNING } from '../fixtures/given-binding.js';
import { anInvocation, factsAt, sampleEvent } from '../fixtures/sample-events.js';
import { isTerminal, type BindingState } from '../state.js';
import { MAX_DAMAGE } from './damage.js';
import { evolve } from './evolve.js';

const settles = fc.constantFrom([], [anInvocation()], [anInvocation({ message_id: 'msg_other' })]);
const type = fc.constantFrom(...BINDING_EVENT_TYPES);

/** A readable event of any type, with what matters to the fold drawn at random. */
const readable = fc
  .record({ type, generation: fc.integer({ min: 1, max: 3 }), sequence: fc.nat(99), settles })
  .map(({ type, ...drawn }) => {
    const known = sampleEvent(type).data;
    const change = Object.fromEntries(Object.entries(drawn).filter(([member]) => member in known));
    return withData(type, { ...known, ...change });
  });

/** The same with one member, at any depth up to two, gone or replaced by anything. */
const damaged = fc
  .record({
    event: readable,
    at: fc.nat(),
    inner: fc.nat(),
    value: fc.option(fc.jsonValue(), { nil: undefined }),
  })
  .map(({ event, at, inner, value }) => {
    const data = structuredClone(event.data) as unknown as Record<string, unknown>;
    const member = Object.keys(data)[at % Object.keys(data).length]!;
    const below = data[member];
    const keys = typeof below === 'object' && below !== null ? Object.keys(below) : [];
    if (keys.length > 0 && inner % 2 === 0)
      put(below as Record<string, unknown>, keys[inner % keys.length]!, value);
    else put(data, member, value);
    return withData(event.type, JSON.parse(JSON.stringify(data)));
  });

const anything = fc.record({ type, data: fc.jsonValue() }).map((drawn) => withData(drawn.type, drawn.data));

function withData(type: BindingEventType, data: unknown): BindingEvent {
  return { type, data } as unknown as BindingEvent;
}

function put(target: Record<string, unknown>, member: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(target, member);
  else target[member] = value;
}

const streams = fc
  .array(fc.oneof({ weight: 6, arbitrary: readable }, { weight: 2, arbitrary: damaged }, anything), {
    maxLength: 40,
  })
  .chain((tail) =>
    fc.constantFrom<readonly BindingEvent[]>(tail, [...RUNNING.slice(0, 2), ...tail], [...RUNNING, ...tail]),
  );

// fast-check prints the seed and path of a failure; put them into the options to replay it.
const options = { numRuns: 1500 };

describe('evolve', () => {
  it('DESIGN 3.1: is total over every prefix of any events in any order', () => {
    fc.assert(
      fc.property(streams, (events) => {
        let state: BindingState | null = null;
        events.forEach((event, revision) => {
          const known: BindingState | null = state;
          state = evolve(known, event, factsAt(revision));
          if (known !== null) expect(state).toBe(known);
          if (state === null) return;
          expect(state.revision).toBe(revision);
          expect(state.chain).toBe(`chain-${revision}`);
          expect(state.damage.length).toBeLessThanOrEqual(MAX_DAMAGE);
          expect(Number.isSafeInteger(state.binding.next_sequence)).toBe(true);
        });
      }),
      options,
    );
  });

  it('G4: nothing changes a terminal binding apart from late evidence and its delegation', () => {
    fc.assert(
      fc.property(
        streams,
        fc.constantFrom('RunCompleted', 'RunFailed', 'RunCancelled', 'RunOutcomeUnknown'),
        (events, end) => {
          const state = givenEvents(...RUNNING, sampleEvent(end));
          const { result, binding } = structuredClone(state);
          events.forEach((event, index) => evolve(state, event, factsAt(100 + index)));
          expect(isTerminal(state.binding.status)).toBe(true);
          expect(state.result).toEqual(result);
          expect(state.binding).toEqual({ ...binding, updated_at: state.binding.updated_at });
        },
      ),
      options,
    );
  });

  it('SPEC 3: an event whose data cannot be read is damage and changes nothing', () => {
    fc.assert(
      fc.property(type, fc.constantFrom(null, [], 'text', 7, {}), (type, data) => {
        const state = givenEvents(...RUNNING);
        const was = structuredClone(state);
        evolve(state, withData(type, data), factsAt(9));
        expect(state).toEqual({ ...was, damage: [`9: ${type} in running`], revision: 9, chain: 'chain-9' });
      }),
      { numRuns: 500 },
    );
  });

  it('SPEC 3: a request that cannot be read makes no binding', () => {
    const { action_id: _gone, ...data } = sampleEvent('OperatorRunRequested').data as unknown as Record<
      string,
      unknown
    >;
    expect(evolve(null, withData('OperatorRunRequested', data), factsAt(0))).toBeNull();
    expect(evolve(null, withData('OperatorRunRequested', null), factsAt(0))).toBeNull();
  });

  it('SPEC 3: keeps the newest 16 damages', () => {
    const state = givenEvents(...RUNNING);
    for (let revision = 10; revision < 30; revision += 1)
      evolve(state, sampleEvent('RunBound'), factsAt(revision));
    expect(state.damage).toHaveLength(MAX_DAMAGE);
    expect(state.damage.at(0)).toBe('14: RunBound in running');
    expect(state.damage.at(-1)).toBe('29: RunBound in running');
  });

  it('an event without chain leaves the chain where it was', () => {
    const state = givenEvents(...RUNNING);
    evolve(state, sampleEvent('StreamEnded'), { ...factsAt(5), chain: null });
    expect(state).toMatchObject({ revision: 5, chain: 'chain-4' });
  });

  it('DESIGN 3: a binding that cannot be understood takes no event any more', () => {
    const state = givenEvents(...RUNNING);
    state.unreadable = 'revision 5, FromTheFuture: its type is not known';
    evolve(state, sampleEvent('RunCompleted'), factsAt(6));
    expect(state).toMatchObject({
      revision: 6,
      chain: 'chain-6',
      damage: [],
      binding: { status: 'running' },
    });
  });
});
