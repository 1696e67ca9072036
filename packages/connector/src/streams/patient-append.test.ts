import { AmbiguousAppend, AppendTooLarge, LogUnavailable, type EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { quietSurroundings } from '../fixtures/quiet-surroundings.js';
import { AppendAbandoned, patientAppend, type AppendRequest } from './patient-append.js';

/** A log whose appends fail with these before, or after, they take effect. */
function failing(...faults: readonly (readonly ['before' | 'after', Error])[]): EventLog {
  const left = [...faults];
  const raise = (when: 'before' | 'after'): void => {
    const [next] = left;
    if (next?.[0] !== when) return;
    left.shift();
    throw next[1];
  };
  return createMemoryEventLog({
    faults: { beforeAppend: () => raise('before'), afterAppend: () => raise('after') },
  });
}

function request(more: Partial<AppendRequest> = {}): AppendRequest {
  const row = { id: '00000000-0000-4000-8000-0000000000aa', type: 'T', data: '{}', metadata: '{}' };
  const signal = new AbortController().signal;
  return { stream: 's-1', expected: 'no_stream', rows: [row], whileDown: 'give_up', signal, ...more };
}

const away = new LogUnavailable('away');
const doubt = new AmbiguousAppend('cut off');

describe('an append that is settled', () => {
  it('DESIGN 3: an ambiguous one is retried as it is, once written it stands once', async () => {
    const log = failing(['after', doubt], ['after', doubt]);
    const settled = await patientAppend(log, quietSurroundings(), request());
    expect(settled).toMatchObject({ outcome: { kind: 'appended', revision: 0 }, retried: true });
    expect(await log.read('s-1')).toHaveLength(1);
  });

  it('DESIGN 3, C74: ambiguous, then away: it is never given up as if nothing had been written', async () => {
    const log = failing(['after', doubt], ['before', away], ['before', away]);
    expect(await patientAppend(log, quietSurroundings(), request())).toMatchObject({ retried: true });
  });

  it('DESIGN 5: give_up hands an outage to the caller, wait sits it out', async () => {
    const given = patientAppend(failing(['before', away]), quietSurroundings(), request());
    await expect(given).rejects.toBe(away);
    const log = failing(['before', away], ['before', away]);
    const waited = await patientAppend(log, quietSurroundings(), request({ whileDown: 'wait' }));
    expect(waited).toMatchObject({ outcome: { kind: 'appended' }, retried: true });
  });

  it('a stop ends the waiting; other errors pass at once', async () => {
    const stop = new AbortController();
    stop.abort();
    const stopped = patientAppend(
      failing(['after', doubt]),
      quietSurroundings(),
      request({ signal: stop.signal }),
    );
    await expect(stopped).rejects.toThrow(AppendAbandoned);
    const tooLarge = new AppendTooLarge(2, 1);
    await expect(
      patientAppend(failing(['before', tooLarge]), quietSurroundings(), request({ whileDown: 'wait' })),
    ).rejects.toBe(tooLarge);
  });
});
