import { ratioOf } from '../result.mjs';
import { embedded } from '../subjects/embedded.mjs';
import { BURST, burst, memberOf } from './burst.mjs';

/** B1c: B1 against the same code with one append and one commit an event. */
export async function measureB1c({ quick, directory }) {
  const often = { rounds: quick ? 2 : 5, warmUps: 1, repeats: 1 };
  const samples = await burst(often, {
    unbatched: (provider) => embedded(provider, { ...BURST, directory, batching: false }),
    embedded: (provider) => embedded(provider, { ...BURST, directory }),
  });
  return [
    ratioOf({
      id: 'B1c',
      what: 'events/s with batches and group commit, against one commit an event',
      target: 8,
      unit: 'events/s',
      baseline: 'unbatched',
      subject: 'embedded',
      subjects: memberOf(samples, 'rate'),
    }),
  ];
}
