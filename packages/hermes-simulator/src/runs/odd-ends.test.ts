import { expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';

it('4.2, 5.3: a script can show unknown statuses and end as an unknown run event', async () => {
  const steps = [
    { status: 'recovery_pending' },
    { sleepMs: 1000 },
    { end: { status: 'incomplete', fields: { output: 'half' } } },
  ];
  const lab = await Lab.start({ scripts: [{ name: 'odd', steps }] });
  const runId = await lab.startRun('SCRIPT=odd');
  const stream = await lab.events(runId);
  await lab.clock.advance(500);
  expect(await lab.status(runId)).toBe('recovery_pending');
  await lab.clock.advance(1000);
  expect(eventsOf(stream)).toEqual(['run.incomplete', ': stream closed']);
  expect(await lab.status(runId)).toBe('incomplete');
  await lab.close();
});

it('4.3: the terminal status can lag behind the terminal event', async () => {
  const lab = await Lab.start({ statusLagMs: 300 });
  const runId = await lab.startRun('SCRIPT=plain');
  const stream = await lab.events(runId);
  await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 10_000);
  expect(eventsOf(stream).at(-2)).toBe('run.completed');
  expect(await lab.status(runId)).toBe('running');
  await lab.clock.advance(300);
  expect(await lab.status(runId)).toBe('completed');
  await lab.close();
});
