import type { Mutant } from '../mutant.js';

const PROJECTOR = 'packages/connector/src/publication/projector.ts';

/** Faults of publication: position, order, derivation, redaction (G6, G7, G10, G12). */
export const PUBLICATION_MUTANTS: readonly Mutant[] = [
  {
    name: 'checkpoint-ahead-of-its-records',
    why: 'a crash between position and records loses the records',
    edits: [
      {
        file: PROJECTOR,
        text: 'await sink.publish(records, checkpoint, this.#stored);',
        replacement: `{
          await sink.publish([], checkpoint, this.#stored);
          await sink.publish(records, checkpoint, checkpoint);
        }`,
      },
    ],
    expected: ['G4', 'G6', 'G7', 'G12'],
  },
  {
    name: 'published-again-after-a-lost-answer',
    why: 'a publication that was stored although it failed is stored a second time',
    edits: [
      {
        file: PROJECTOR,
        text: `        if (tries === 0 || (await sink.position()) !== checkpoint)
          await sink.publish(records, checkpoint, this.#stored);`,
        replacement:
          '        await sink.publish(records, checkpoint, tries === 0 ? this.#stored : await sink.position());',
      },
    ],
    expected: ['G7', 'G12'],
  },
  {
    name: 'published-from-the-beginning-after-a-restart',
    why: 'after a restart everything is published once more',
    edits: [
      {
        file: PROJECTOR,
        text: 'log.subscribe({ types, from: this.#position, signal })',
        replacement: 'log.subscribe({ types, from: null, signal })',
      },
    ],
    expected: ['G7', 'G12'],
  },
  {
    name: 'message-not-of-the-log',
    why: 'nobody can derive from the log what was published',
    edits: [
      {
        file: PROJECTOR,
        text: 'records.push({ event, message });',
        replacement: `const now = String(this.#deps.surroundings.clock.now());
        records.push({ event, message: { ...message, headers: { ...message.headers, 'published-at': now } } });`,
      },
    ],
    expected: ['G12'],
  },
  {
    name: 'provider-text-not-redacted',
    why: 'a key that the provider repeats stands in the log and on the bus',
    edits: [
      {
        file: 'packages/hermes-client/src/credential-mask.ts',
        text: 'from.replaceAll(key, MASKED);',
        replacement: 'from.replaceAll(key, (found) => (found === MASKED ? MASKED : found));',
      },
      {
        file: 'packages/binding/src/decide/provider-says.ts',
        text: 'capProvider(redactProvider(value, secrets), limitBytes)',
        replacement: 'capProvider(redactProvider(value, secrets.slice(secrets.length)), limitBytes)',
      },
    ],
    expected: ['G10'],
  },
  {
    name: 'key-in-a-log-line',
    why: 'the log of the service gives the key away',
    edits: [
      {
        file: 'packages/connector/src/runs/poll.ts',
        text: '{ action_id: run.stream.actionId, reason: verdict.reason },',
        replacement: '{ action_id: run.stream.actionId, reason: verdict.reason, with: run.secrets },',
      },
    ],
    expected: ['G10'],
  },
];
