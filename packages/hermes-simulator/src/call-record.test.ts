import { describe, expect, it } from 'vitest';
import { createCallRecorder } from './call-record.js';
import { Lab, LAB_KEY } from './fidelity/lab.js';

const CALL = { atMs: 0, method: 'GET', path: '/health', bodySha256: '', bodyBytes: 0 };

describe('record of received requests', () => {
  it('keeps the newest calls and counts all', () => {
    const record = createCallRecorder(10);
    for (let call = 0; call < 100; call += 1) record.add(CALL);
    expect(record.total()).toBe(100);
    expect(record.all().map((call) => call.seq)).toEqual([91, 92, 93, 94, 95, 96, 97, 98, 99, 100]);
  });

  it('G2: counts starts per session from what was received, repeated ones too', async () => {
    const lab = await Lab.start();
    await lab.startRun('SCRIPT=plain', 's1');
    await lab.startRun('SCRIPT=plain', 's1');
    await lab.startRun('SCRIPT=plain', 's2');
    expect(Object.fromEntries(lab.simulator.callRecord.startsBySession())).toEqual({ s1: 2, s2: 1 });
    await lab.close();
  });

  it('G10: never holds the key, and is served only when asked for and with the key', async () => {
    const hidden = await Lab.start();
    expect((await hidden.send('GET', '/_sim/calls')).status).toBe(404);
    await hidden.close();
    const lab = await Lab.start({ exposeCalls: true });
    const runId = await lab.startRun('SCRIPT=plain', 's1');
    const shown = await lab.send('GET', '/_sim/calls');
    expect(shown.text).toContain(`"runId": "${runId}"`);
    expect(shown.text).not.toContain(LAB_KEY);
    await lab.close();
  });
});
