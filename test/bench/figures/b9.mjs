import { interleave } from '../interleave.mjs';
import { startProvider } from '../provider/provider.mjs';
import { ratioOf } from '../result.mjs';
import { openReplays } from '../subjects/replays.mjs';

/** B9: replays a second of finished Actions, against one indexed read, one synced append and one envelope each. */
export async function measureB9({ quick, directory }) {
  const size = { actions: quick ? 100 : 400, replays: quick ? 100 : 2_000 };
  const provider = await startProvider({ mode: 'at_once', events: 10 });
  const replays = await openReplays(provider, { ...size, directory });
  try {
    const subjects = await interleave(
      { bare: replays.bare, embedded: replays.embedded },
      { rounds: quick ? 2 : 5, warmUps: quick ? 0 : 1 },
    );
    const { starts } = await provider.counts();
    if (starts !== size.actions) throw new Error(`${starts} starts for ${size.actions} Actions`);
    return [
      ratioOf({
        id: 'B9',
        what: 'replays/s of finished Actions, against an indexed read, a synced append and an envelope each',
        target: 0.5,
        unit: 'replays/s',
        baseline: 'bare',
        subject: 'embedded',
        subjects,
      }),
    ];
  } finally {
    await replays.close();
    await provider.close();
  }
}
