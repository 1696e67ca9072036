import { normaliseEndpointId } from '@aip-hermes/binding';
import type { Config } from '@aip-hermes/config';
import { CliError } from '../cli-error.js';
import type { DataDirectory } from '../wire/data-directory.js';
import { readHolder } from '../wire/holder.js';
import { isServiceRunning } from '../wire/service-lock.js';

/** An endpoint as people name it. */
export interface KnownEndpoint {
  readonly id: string;
  readonly baseUrl: string;
}

/** Stands for the address of a simulator that does not run yet and will take a free port. */
const SIMULATOR: KnownEndpoint = { id: 'simulator', baseUrl: 'http://127.0.0.1/' };

/**
 * The endpoints commands may name: the configured ones, else those of the service on the data directory, else the
 * simulator that a service without configuration would use.
 */
export function knownEndpoints(config: Config | null, directory: DataDirectory): readonly KnownEndpoint[] {
  // A key that nobody configured is that of the simulator, which has no address before it runs.
  const configured = (config?.endpoints ?? []).filter(({ apiKeyOrigin }) => apiKeyOrigin.kind !== 'given');
  if (configured.length > 0) return configured.map(({ id, baseUrl }) => ({ id, baseUrl }));
  const served = readHolder(directory)?.endpoints ?? [];
  return served.length > 0 ? served.map(({ id, base_url }) => ({ id, baseUrl: base_url })) : [SIMULATOR];
}

/** Whether `knownEndpoints` are all there are: configured, or those of a service that runs now. @throws CliError */
export function areAllKnown(config: Config | null, directory: DataDirectory): boolean {
  if ((config?.endpoints ?? []).some(({ apiKeyOrigin }) => apiKeyOrigin.kind !== 'given')) return true;
  return (readHolder(directory)?.endpoints ?? []).length > 0 && isServiceRunning(directory);
}

/**
 * The id of the endpoint asked for, or of the only one. When not all endpoints are known here, one that is not may be
 * known to the service, which decides; then only an id that can never be one is refused. @throws CliError usage
 */
export function chosenEndpoint(
  asked: string | undefined,
  known: readonly KnownEndpoint[],
  allKnown: boolean,
): string {
  const [only, ...others] = known;
  const names = known.map(({ id }) => id).join(', ');
  if (asked !== undefined) {
    const id = normaliseEndpointId(asked);
    if (id === null)
      throw new CliError('usage', '--endpoint must be 1 to 128 characters of A-Z, a-z, 0-9, _ and -.');
    if (allKnown && !known.some((it) => it.id === id))
      throw new CliError('usage', `There is no endpoint ${id}. Known are: ${names}.`);
    return id;
  }
  if (only !== undefined && others.length === 0) return only.id;
  throw new CliError('usage', `Say which endpoint with --endpoint: ${names}.`);
}
