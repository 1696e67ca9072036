import { simulatorConfig, type Config } from '@aip-hermes/config';
import { startHermesSimulator, type HermesSimulator } from '@aip-hermes/hermes-simulator';
import { randomBytes } from 'node:crypto';

/** The simulator that stands in when nothing is configured, and the configuration that names it. */
export interface BundledSimulator {
  readonly simulator: HermesSimulator;
  readonly config: Config;
}

/** Random bytes of the generated key. */
const KEY_BYTES = 24;

/**
 * Starts the bundled simulator on a free loopback port with a key nobody else knows. `AIP_HERMES__` variables of `env`
 * set policy and settings; they must be good.
 */
export async function startBundledSimulator(
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<BundledSimulator> {
  const apiKey = randomBytes(KEY_BYTES).toString('hex');
  const simulator = await startHermesSimulator({ apiKey });
  return { simulator, config: simulatorConfig(simulator.url, apiKey, env) };
}
