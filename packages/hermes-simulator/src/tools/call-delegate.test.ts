import { describe, expect, it } from 'vitest';
import { eventsOf, Lab } from '../fidelity/lab.js';

const TASKS = { tasks: [{ goal: 'SCRIPT=kid one' }, { goal: 'SCRIPT=kid two' }] };
const DELEGATING = {
  name: 'lead',
  turns: [{ toolCalls: [{ name: 'delegate_task', arguments: TASKS }] }, { chunks: ['done'] }],
};
const KID = {
  name: 'kid',
  turns: [{ toolCalls: [{ name: 'terminal', arguments: { command: 'rm -r ./x' } }] }, { chunks: ['told'] }],
};

async function lead(profile: 'B' | 'D'): Promise<Lab> {
  const lab = await Lab.start({ profile });
  lab.simulator.setScript(DELEGATING);
  lab.simulator.setScript(KID);
  return lab;
}

interface Listed {
  readonly id: string;
  readonly parent_session_id: string | null;
  readonly ended_at: number | null;
}

async function children(lab: Lab): Promise<readonly Listed[]> {
  const list = await lab.send('GET', '/api/sessions?source=subagent&include_children=true');
  return (JSON.parse(list.text) as { data: readonly Listed[] }).data;
}

describe('5.4, 15: delegation', () => {
  it('up to B the run waits: one pair of events, no question, the children only in the sessions API', async () => {
    const lab = await lead('B');
    const stream = await lab.events(await lab.startRun('SCRIPT=lead', 'parent'));
    await lab.clock.until(() => stream.end !== 'open', lab.clock.now() + 60_000);
    expect(eventsOf(stream).filter((event) => event.startsWith('tool.'))).toEqual([
      'tool.started',
      'tool.completed',
    ]);
    expect(stream.text).not.toMatch(/approval\.request|subagent/);
    const listed = await children(lab);
    expect(listed.map((child) => child.parent_session_id)).toEqual(['parent', 'parent']);
    expect(listed.every((child) => child.ended_at !== null)).toBe(true);
    const rows = await lab.send('GET', `/api/sessions/${listed[0]?.id}/messages`);
    expect(rows.text).toContain('pending_approval');
    expect((await lab.send('GET', '/api/sessions')).text).not.toContain('subagent');
    await lab.close();
  });

  it('a stop of the waiting run reaches its children', async () => {
    const lab = await lead('B');
    lab.simulator.setScript({
      name: 'kid',
      turns: [{ toolCalls: [{ name: 'terminal', arguments: { command: 'sleep 60' } }] }],
    });
    const runId = await lab.startRun('SCRIPT=lead');
    await lab.clock.advance(1000);
    await lab.send('POST', `/v1/runs/${runId}/stop`);
    await lab.clock.advance(5000);
    expect(await lab.status(runId)).toBe('cancelled');
    expect((await children(lab)).every((child) => child.ended_at !== null)).toBe(true);
    await lab.close();
  });

  it('in D the run ends while its children act, and a stop does not reach them', async () => {
    const lab = await lead('D');
    lab.simulator.setScript({
      name: 'kid',
      turns: [{ toolCalls: [{ name: 'terminal', arguments: { command: 'sleep 6' } }] }, { chunks: ['told'] }],
    });
    const runId = await lab.startRun('SCRIPT=lead', 'parent');
    await lab.clock.advance(1000);
    expect(await lab.status(runId)).toBe('completed');
    expect((await lab.send('GET', '/health/detailed')).text).toContain('"active_delegations": 1');
    await lab.send('POST', `/v1/runs/${runId}/stop`);
    expect((await children(lab)).map((child) => child.ended_at)).toEqual([null, null]);
    await lab.clock.advance(10_000);
    expect((await children(lab)).every((child) => child.ended_at !== null)).toBe(true);
    const { text } = await lab.send('GET', `/v1/runs/${runId}`);
    expect(text).toContain('"last_event": "subagent.complete"');
    expect((await lab.send('GET', '/api/sessions/parent/messages')).text).toContain(
      '[ASYNC DELEGATION BATCH',
    );
    await lab.close();
  });
});
