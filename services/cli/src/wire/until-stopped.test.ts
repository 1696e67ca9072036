import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.js';
import type { Service } from './start-service.js';
import type { StopSignals } from './stop-signals.js';
import { untilStopped } from './until-stopped.js';

const log = createLogger({ level: 'silent', secrets: [], readable: null, write: () => undefined });
const never = new Promise<never>(() => undefined);
const now = Promise.resolve();

/** What happened, in order. */
let steps: string[] = [];

function service(over: Partial<Service> = {}): Service {
  steps = [];
  return {
    instanceId: 'i',
    recovered: 0,
    ended: never,
    settled: () => never,
    stop: async () => {
      steps.push('stop');
      await Promise.resolve();
      steps.push('stopped');
    },
    ...over,
  };
}

function signals(over: Partial<StopSignals> = {}): StopSignals {
  return { first: never, second: never, asked: false, name: null, dispose: () => undefined, ...over };
}

const ready = (): void => void steps.push('ready');
const broken = (): never => {
  throw new Error('no such file');
};

describe('a started service', () => {
  it('DESIGN 5: is stopped in order when a signal comes', async () => {
    await untilStopped(service(), signals({ first: now }), log, ready);
    expect(steps).toEqual(['ready', 'stop', 'stopped']);
  });

  it('is never called ready when the signal came during the start', async () => {
    await untilStopped(service(), signals({ first: now, asked: true }), log, ready);
    expect(steps).toEqual(['stop', 'stopped']);
  });

  it('G1: is stopped before anything is let go when telling of it fails', async () => {
    await expect(untilStopped(service(), signals(), log, broken)).rejects.toThrow('no such file');
    expect(steps).toEqual(['stop', 'stopped']);
  });

  it('is stopped when it ends by itself, and what ended it is the failure', async () => {
    const lost = service({ ended: Promise.reject(new Error('log lost')) });
    await expect(untilStopped(lost, signals(), log, ready)).rejects.toThrow('log lost');
    expect(steps).toEqual(['ready', 'stop', 'stopped']);
  });

  it('a stop that fails as well does not hide the first failure', async () => {
    const stop = (): Promise<void> => Promise.reject(new Error('stop failed'));
    await expect(untilStopped(service({ stop }), signals(), log, broken)).rejects.toThrow('no such file');
    await expect(untilStopped(service({ stop }), signals({ first: now }), log, ready)).rejects.toThrow(
      'stop failed',
    );
  });

  it('DESIGN 5: a second signal forces the stop', async () => {
    await untilStopped(service(), signals({ first: now, second: now }), log, ready);
    expect(steps.filter((step) => step === 'stop')).toHaveLength(2);
  });
});
