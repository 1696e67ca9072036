import { bindingStream } from '@aip-hermes/binding';
import { AppendTooLarge, type EventLog } from '@aip-hermes/event-log';
import { createMemoryEventLog } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { quietSurroundings } from '../fixtures/quiet-surroundings.js';
import { CLAIMED, PROJECTION, requested } from '../fixtures/start-events.js';
import { BindingStream, type CommitOptions } from './binding-stream.js';
import { StreamContention } from './stream-contention.js';

const ACTION = 'act_1';
const OPTIONS: CommitOptions = {
  whileDown: 'give_up',
  signal: new AbortController().signal,
  projection: PROJECTION,
};

function streamOf(log: EventLog): BindingStream {
  return new BindingStream(ACTION, { log, surroundings: quietSurroundings(), instanceId: 'i1' });
}

async function created(stream: BindingStream): Promise<void> {
  await stream.exclusively(async () => {
    await stream.load();
    await stream.commitNow(() => ({ kind: 'append', events: [requested(ACTION)] }), OPTIONS);
  });
}

describe('decisions on one stream', () => {
  it('DESIGN 3.2: an append is made on the revision that was decided on, and folded without reading it back', async () => {
    let reads = 0;
    const log = createMemoryEventLog();
    const counting: EventLog = Object.assign(Object.create(log) as EventLog, {
      append: log.append.bind(log),
      read: (...args: Parameters<EventLog['read']>) => {
        reads += 1;
        return log.read(...args);
      },
      maxAppendBytes: log.maxAppendBytes,
    });
    const stream = streamOf(counting);
    await created(stream);
    await stream.commit(() => ({ kind: 'append', events: [CLAIMED] }), OPTIONS);
    expect(stream.state?.revision).toBe(1);
    expect(stream.state?.binding.start_claim?.claim_id).toBe('c');
    expect(reads).toBe(1);
  });

  it('DESIGN 3.2: after a conflict the decision is made again on what is new', async () => {
    const log = createMemoryEventLog();
    const [mine, theirs] = [streamOf(log), streamOf(log)];
    await created(mine);
    await theirs.commit(() => ({ kind: 'append', events: [CLAIMED] }), OPTIONS);
    const seen: (string | undefined)[] = [];
    const outcome = await mine.commit((state) => {
      seen.push(state.binding.start_claim?.claim_id);
      return state.binding.start_claim === null
        ? { kind: 'append', events: [CLAIMED] }
        : { kind: 'nothing', why: 'taken' };
    }, OPTIONS);
    expect(seen).toEqual([undefined, 'c']);
    expect(outcome).toEqual({ kind: 'nothing', why: 'taken' });
    expect(await log.read(bindingStream(ACTION))).toHaveLength(2);
  });

  it('DESIGN 3: nothing is decided on a stream that cannot be understood, or that does not exist', async () => {
    const log = createMemoryEventLog();
    const stream = streamOf(log);
    const never = (): never => {
      throw new Error('asked to decide');
    };
    expect(await stream.commit(never, OPTIONS)).toMatchObject({ kind: 'nothing' });
    await created(stream);
    const row = {
      id: '00000000-0000-4000-8000-0000000000ff',
      type: 'Future',
      data: '{}',
      metadata: '{"schema_version":9}',
    };
    await log.append(bindingStream(ACTION), 0, [row]);
    await stream.exclusively(() => stream.refresh());
    expect(await stream.commit(never, OPTIONS)).toMatchObject({ kind: 'nothing' });
  });

  it('SPEC operator_state: losing against other writers every time is said, not tried for ever', async () => {
    const log = createMemoryEventLog();
    const contended: EventLog = Object.assign(Object.create(log) as EventLog, {
      append: () => Promise.resolve({ kind: 'conflict', actual: 'no_stream' }),
      read: log.read.bind(log),
      maxAppendBytes: log.maxAppendBytes,
    });
    await expect(created(streamOf(contended))).rejects.toThrow(StreamContention);
  });

  it('DESIGN 3, Sizes: what does not fit one append is refused before the log is asked', async () => {
    const stream = streamOf(createMemoryEventLog({ maxAppendBytes: 400_000 }));
    const large = stream.exclusively(async () => {
      await stream.load();
      return stream.commitNow(
        () => ({ kind: 'append', events: [requested(ACTION, 'x'.repeat(400_000))] }),
        OPTIONS,
      );
    });
    await expect(large).rejects.toThrow(AppendTooLarge);
    expect(stream.state).toBeNull();
  });
});
