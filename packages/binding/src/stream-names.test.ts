import { describe, expect, it } from 'vitest';
import {
  actionIdOfBindingStream,
  bindingStream,
  instanceStream,
  OPEN_BINDINGS_STREAM,
  rejectionStream,
  REJECTION_RETENTION,
  replayStream,
  REPLAY_RETENTION,
  resumeStream,
} from './stream-names.js';

describe('DESIGN 3: stream names', () => {
  it('are category, dash, id', () => {
    expect(bindingStream('act_A-1')).toBe('aip.connector.hermes_agent.operator_runs.v1-act_A-1');
    expect(resumeStream('act_1')).toBe('aip.connector.hermes_agent.operator_resumes.v1-act_1');
    expect(replayStream('act_1')).toBe('aip.connector.hermes_agent.operator_replays.v1-act_1');
    expect(instanceStream('i-1')).toBe('aip.connector.hermes_agent.instances.v1-i-1');
    expect(OPEN_BINDINGS_STREAM).toBe('aip.connector.hermes_agent.open_bindings.v1-all');
  });

  it('I10: the rejection stream of any id is the first 32 hex digits of its SHA-256', () => {
    // printf abc | sha256sum
    expect(rejectionStream('abc')).toBe(
      'aip.connector.hermes_agent.operator_rejections.v1-ba7816bf8f01cfea414140de5dae2223',
    );
    expect(rejectionStream('../ \u0000-')).toMatch(
      /^aip\.connector\.hermes_agent\.operator_rejections\.v1-[0-9a-f]{32}$/,
    );
  });

  it.each(['', 'act_', 'run_1', 'act_a b', 'act_ä', 'act_1\n', `act_${'x'.repeat(201)}`])(
    'I10: no other stream is named after the id %j',
    (id) => {
      for (const name of [bindingStream, resumeStream, replayStream])
        expect(() => name(id)).toThrow(TypeError);
    },
  );

  it('a binding stream names its Action, another stream none', () => {
    expect(actionIdOfBindingStream(bindingStream('act_A-1'))).toBe('act_A-1');
    expect(actionIdOfBindingStream(replayStream('act_1'))).toBeNull();
    expect(actionIdOfBindingStream('aip.connector.hermes_agent.operator_runs.v1-run_1')).toBeNull();
    expect(actionIdOfBindingStream('')).toBeNull();
  });

  it('B8: retention of what lies beside a binding', () => {
    expect(REPLAY_RETENTION).toEqual({ maxCount: 256, maxAgeMs: 86_400_000 });
    expect(REJECTION_RETENTION).toEqual({ maxCount: 256, maxAgeMs: 2_592_000_000 });
  });
});
