import { describe, expect, it } from 'vitest';
import { Replay, type ReplayOptions } from './replay.js';
import { recordedScenarios, type TranscriptFolder } from './transcript.js';

const OPTIONS: Readonly<Record<string, ReplayOptions>> = {
  '0.19.0/model-connection-refused': { modelRefused: true },
  '0.19.0/ttl-stream-300s-status-3600s': { serverAgeMs: 20_000 },
};

/** How many recordings each folder has: one that goes missing is noticed. */
const RECORDINGS: Readonly<Record<TranscriptFolder, number>> = {
  '0.18.2': 49,
  '0.19.0': 84,
  '0.22.2-derived': 51,
};

for (const folder of ['0.18.2', '0.19.0', '0.22.2-derived'] as const) {
  describe(`DESIGN 9.3: a real ${folder} and the simulator answer the same requests alike`, () => {
    const scenarios = recordedScenarios(folder);

    it('has every recording', () => {
      expect(scenarios).toHaveLength(RECORDINGS[folder]);
    });

    it.each(scenarios)('%s', async (scenario) => {
      const compared = await new Replay(folder, scenario, OPTIONS[`${folder}/${scenario}`]).run();
      expect(compared.length).toBeGreaterThan(2);
      for (const { place, recorded, simulated } of compared)
        expect({ place, saw: simulated }).toEqual({ place, saw: recorded });
    });
  });
}
