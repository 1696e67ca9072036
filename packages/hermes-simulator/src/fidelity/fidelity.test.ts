import { describe, expect, it } from 'vitest';
import type { ReplayOptions } from './replay-options.js';
import { Replay } from './replay.js';
import { NOTED_SCENARIOS, recordedScenarios } from './transcript.js';

const OPTIONS: Readonly<Record<string, ReplayOptions>> = {
  '0.19.0/model-connection-refused': { modelRefused: true },
  '0.19.0/approval-always-config-not-writable': { server: { allowlistWritable: false } },
  '0.19.0/approval-deny-glob': { server: { approvalDeny: ['rm -r*'] } },
  '0.19.0/approval-double-click': { readFirst: 5 },
  '0.19.0/approval-mode-off': { server: { approvalMode: 'off' } },
  '0.19.0/approval-mode-smart': { server: { approvalMode: 'smart' } },
  // The list of toolsets.
  '0.19.0/defaults-only-model-configured': { leftOut: [5], server: { approvalMode: 'smart' } },
  '0.19.0/delegation-nested-orchestrator': { server: { maxSpawnDepth: 2 } },
  '0.22.2-derived/delegation-nested-orchestrator': { server: { maxSpawnDepth: 2 } },
  '0.19.0/stream-slow-consumer': { modelDelay: 0.2 },
  '0.19.0/ttl-stream-300s-status-3600s': { serverAgeMs: 20_000 },
};

for (const folder of ['0.18.2', '0.19.0', '0.22.2-derived'] as const) {
  describe(`DESIGN 9.3: a real ${folder} and the simulator answer the same requests alike`, () => {
    const scenarios = recordedScenarios(folder).filter((name) => !NOTED_SCENARIOS.includes(name));

    it.each(scenarios)('%s', async (scenario) => {
      const compared = await new Replay(folder, scenario, OPTIONS[`${folder}/${scenario}`]).run();
      expect(compared.length).toBeGreaterThan(2);
      for (const { place, recorded, simulated } of compared)
        expect({ place, saw: simulated }).toEqual({ place, saw: recorded });
    });
  });
}
