import { bindingStream } from '@aip-hermes/binding';
import { LogUnavailable, type EventLog, type NewEvent } from '@aip-hermes/event-log';
import { createMemoryEventLog, type MemoryEventLogOptions } from '@aip-hermes/event-log/memory';
import { describe, expect, it } from 'vitest';
import { watchLog } from './watch-log.js';

const STREAM = bindingStream('act_watched');
let ids = 0;

function event(type: string, data: object = {}): NewEvent {
  ids += 1;
  const id = `00000000-0000-4000-8000-${String(ids).padStart(12, '0')}`;
  return { id, type, data: JSON.stringify(data), metadata: '{}' };
}

/** A watched log and the points its user has come by. */
function watched(faults: MemoryEventLogOptions['faults'] = {}): { log: EventLog; seen: string[] } {
  const seen: string[] = [];
  const log = watchLog(
    createMemoryEventLog({ faults }),
    (point, about) => {
      seen.push(`${point} ${about.instance} ${String(about.action)} ${JSON.stringify(about.sequences)}`);
      return Promise.resolve();
    },
    'i1',
  );
  return { log, seen };
}

describe('points at the log', () => {
  it('DESIGN 3.2: are those of the append that holds the event, before and after it', async () => {
    const { log, seen } = watched();
    await log.append(STREAM, 'no_stream', [event('OperatorRunRequested'), event('InvocationAccepted')]);
    await log.append(STREAM, 1, [event('RunStartClaimed')]);
    await log.append(STREAM, 2, [event('RunBound'), event('ObservationClaimed')]);
    await log.append(STREAM, 4, [event('ProviderEventObserved', { sequence: 0 })]);
    await log.append(STREAM, 5, [event('ProviderEventObserved', { sequence: 1 })]);
    await log.append(STREAM, 6, [event('RunCompleted', { sequence: 2 })]);
    expect(seen).toEqual([
      'before-create-append i1 act_watched []',
      'after-create-append i1 act_watched []',
      'after-claim-append i1 act_watched []',
      'after-response-before-bind-append i1 act_watched []',
      'after-bind-append i1 act_watched []',
      'after-first-provider-event-append i1 act_watched [0]',
      'before-terminal-append i1 act_watched [2]',
      'after-terminal-append i1 act_watched [2]',
    ]);
  });

  it('a create that claims too is no after-create-append', async () => {
    const { log, seen } = watched();
    await log.append(STREAM, 'no_stream', [event('OperatorRunRequested'), event('RunStartClaimed')]);
    expect(seen).toEqual(['before-create-append i1 act_watched []', 'after-claim-append i1 act_watched []']);
  });

  it('a lost append comes by no point after it', async () => {
    const { log, seen } = watched();
    await log.append(STREAM, 'no_stream', [event('OperatorRunRequested')]);
    await log.append(STREAM, 'no_stream', [event('OperatorRunRequested')]);
    expect(seen.filter((point) => point.startsWith('after'))).toHaveLength(1);
  });

  it('a failed append comes by after-append-error; its retry is not handed over for the first time', async () => {
    let down = true;
    const { log, seen } = watched({
      beforeAppend: () => {
        if (down) throw new LogUnavailable('scripted');
      },
    });
    const rows = [event('RunBound')];
    await expect(log.append(STREAM, 'no_stream', rows)).rejects.toThrow('scripted');
    down = false;
    await log.append(STREAM, 'no_stream', rows);
    expect(seen.map((point) => point.split(' ')[0])).toEqual([
      'after-response-before-bind-append',
      'after-append-error',
      'after-bind-append',
    ]);
  });
});
