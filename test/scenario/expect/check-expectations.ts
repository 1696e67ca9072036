import type { ExpectationName, Expectations } from '../file/scenario.js';
import { BINDING_CHECKS } from './bindings.js';
import { COMMAND_CHECKS } from './commands.js';
import type { Ending } from './ending.js';
import { OUTPUT_CHECKS } from './output.js';
import { CANARY_CHECKS, PROCESS_CHECKS } from './processes.js';
import { PUBLICATION_CHECKS } from './publication.js';
import { REQUEST_CHECKS } from './requests.js';
import { RESULT_CHECKS } from './results.js';

type Answer = string | null | Promise<string | null>;
/** All but the one that ends the processes first (`sockets.ts`). */
type Looked = Exclude<ExpectationName, 'openSocketsAfter'>;

type Checks = {
  readonly [K in Looked]: (ending: Ending, expected: NonNullable<Expectations[K]>) => Answer;
};

const CHECKS: Checks = {
  ...REQUEST_CHECKS,
  ...RESULT_CHECKS,
  ...OUTPUT_CHECKS,
  ...BINDING_CHECKS,
  ...PUBLICATION_CHECKS,
  ...COMMAND_CHECKS,
  ...PROCESS_CHECKS,
  ...CANARY_CHECKS,
};

/** What is not as expected: one sentence for each expectation, beginning with its name. */
export async function checkExpectations(ending: Ending, expected: Expectations): Promise<readonly string[]> {
  const sentences: string[] = [];
  for (const name of Object.keys(expected) as ExpectationName[]) {
    if (name === 'openSocketsAfter') continue;
    const wrong = await checkOne(name, ending, expected);
    if (wrong !== null) sentences.push(`${name} ${wrong}`);
  }
  return sentences;
}

async function checkOne<K extends Looked>(
  name: K,
  ending: Ending,
  expected: Pick<Expectations, K>,
): Promise<string | null> {
  const value: Expectations[K] | undefined = expected[name];
  if (value === undefined) return null;
  try {
    return await CHECKS[name](ending, value);
  } catch (error) {
    return `cannot be looked at: ${error instanceof Error ? error.message : String(error)}`;
  }
}
