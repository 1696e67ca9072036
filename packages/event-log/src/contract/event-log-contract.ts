import { describe } from 'vitest';
import { appendContract } from './append-contract.js';
import { closeContract } from './close-contract.js';
import { idContract } from './id-contract.js';
import { identityContract } from './identity-contract.js';
import type { LogFactory } from './log-under-test.js';
import { readContract } from './read-contract.js';
import { retentionContract } from './retention-contract.js';
import { subscribeContract } from './subscribe-contract.js';
import { textContract } from './text-contract.js';

/** The suite every adapter passes: each sentence of the port as a test (runs inside vitest). */
export function eventLogContract(name: string, make: LogFactory): void {
  describe(`EventLog contract: ${name}`, () => {
    appendContract(make);
    idContract(make);
    identityContract(make);
    textContract(make);
    readContract(make);
    subscribeContract(make);
    retentionContract(make);
    closeContract(make);
  });
}
