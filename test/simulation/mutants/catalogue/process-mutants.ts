import type { Mutant } from '../mutant.js';

const SLOTS = 'packages/connector/src/runs/slots.ts';
const SUPERVISOR = 'packages/connector/src/runs/supervisor.ts';

/** Faults of a process as a whole: recovery and bounds (G6, G13). */
export const PROCESS_MUTANTS: readonly Mutant[] = [
  {
    name: 'places-without-limit',
    why: 'more runs are started than the operator allows',
    edits: [
      {
        file: SLOTS,
        text: 'if (this.#taken >= this.#limit || this.#waiting.length > 0) return null;',
        replacement: 'if (this.#waiting.length > 0) return null;',
      },
    ],
    expected: ['G13'],
  },
  {
    name: 'place-not-given-back',
    why: 'each run that ends takes its place along, until nothing is started any more',
    edits: [
      {
        file: SUPERVISOR,
        text: `        await now(run, place);
        giveBack();`,
        replacement: `        await now(run, place);
        held = null;`,
      },
    ],
    expected: ['G6', 'G13'],
  },
  {
    name: 'run-found-after-a-restart-has-no-place',
    why: 'after a restart runs are started beside those that exist, more than the operator allows',
    edits: [
      {
        file: SUPERVISOR,
        text: 'if (!place.held) place.hold(run.endpoint.slots.takeAnyway());',
        replacement: 'if (!place.held) place.hold(() => undefined);',
      },
    ],
    expected: ['G13'],
  },
  {
    name: 'events-without-limit',
    why: 'a provider that talks without end fills the log',
    edits: [
      {
        file: 'packages/binding/src/decide/event-quota.ts',
        text: "if (recorded < maxEvents) return 'record';",
        replacement: "if (recorded < maxEvents + MAX_EVENTS_BEYOND) return 'record';",
      },
    ],
    expected: ['G13'],
  },
  {
    name: 'unclaimed-run-forgotten',
    why: 'a run that waited for a place when the process died is never started',
    edits: [
      {
        file: SUPERVISOR,
        text: `    if (state.binding.status === 'starting' && state.binding.start_claim === null) {
      await this.#claimWhenFree(run, place);`,
        replacement: `    if (state.binding.status === 'starting' && state.binding.start_claim === null) {
      await Promise.resolve(place.held);`,
      },
    ],
    expected: ['G6'],
  },
  {
    name: 'snapshot-without-open-runs',
    why: 'a restart after a stop forgets the runs that were open',
    edits: [
      {
        file: 'packages/connector/src/recovery/open-bindings.ts',
        text: 'action_ids: [...this.#open] };',
        replacement: 'action_ids: [] };',
      },
    ],
    expected: ['G6', 'G13'],
  },
];
