import { describe, expect, it } from 'vitest';
import { givenEvents, RUNNING } from '../fixtures/given-binding.js';
import { sampleEvent } from '../fixtures/sample-events.js';

describe('evolve: observation', () => {
  it('fence 6: the newest observation is in force', () => {
    const again = sampleEvent('ObservationClaimed', { claim_id: 'claim-2', instance_id: 'instance-2' });
    const { binding } = givenEvents(...RUNNING, again);
    expect(binding.observation).toEqual({ claim_id: 'claim-2', instance_id: 'instance-2' });
  });

  it('B6: next_sequence and last_event follow every provider event', () => {
    const state = givenEvents(
      ...RUNNING,
      sampleEvent('ProviderEventObserved', { sequence: 0 }),
      sampleEvent('ProviderEventObserved', { sequence: 1, event: 'tool.started', kind: 'tool' }),
    );
    expect(state.binding).toMatchObject({ next_sequence: 2, last_event: 'tool.started' });
    expect(state.providerEvents).toBe(2);
  });

  it('O4: the event that says events are limited is counted apart and is no word of the provider', () => {
    const state = givenEvents(
      ...RUNNING,
      sampleEvent('ProviderEventObserved', { sequence: 0 }),
      sampleEvent('ProviderEventObserved', {
        sequence: 1,
        event: 'connector.events_limited',
        kind: 'progress',
      }),
    );
    expect(state).toMatchObject({ eventsLimited: true, providerEvents: 1 });
    expect(state.binding).toMatchObject({ next_sequence: 2, last_event: 'message.delta' });
  });

  it('O6: the end of the stream takes a sequence and leaves last_event', () => {
    const state = givenEvents(
      ...RUNNING,
      sampleEvent('ProviderEventObserved'),
      sampleEvent('StreamEnded', { sequence: 8 }),
    );
    expect(state.streamEnded).toBe(true);
    expect(state.binding).toMatchObject({ next_sequence: 9, last_event: 'message.delta' });
  });
});
