import { ratioOf } from '../result.mjs';
import { embedded } from '../subjects/embedded.mjs';
import { relay } from '../subjects/relay.mjs';
import { BURST, burst, memberOf } from './burst.mjs';

/** B1: events a second from the provider's stream to the published chunk, against the relay; B10 from the same runs. */
export async function measureB1({ quick, directory }) {
  const often = { rounds: quick ? 3 : 5, warmUps: quick ? 1 : 3, repeats: quick ? 1 : 5 };
  const samples = await burst(often, {
    relay: (provider) => relay(provider, BURST),
    embedded: (provider) => embedded(provider, { ...BURST, directory }),
  });
  const pair = { baseline: 'relay', subject: 'embedded' };
  return [
    ratioOf({
      ...pair,
      id: 'B1',
      what: 'events/s, 16 runs of 200 events at once, embedded, every commit synced, against the relay',
      target: 0.35,
      unit: 'events/s',
      subjects: memberOf(samples, 'rate'),
    }),
    ratioOf({
      ...pair,
      id: 'B10',
      what: 'processor time an event in a burst, start calls counted in, against the relay',
      target: 3,
      atMost: true,
      unit: 'us',
      subjects: memberOf(samples, 'cpu'),
    }),
  ];
}
