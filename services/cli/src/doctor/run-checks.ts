import { effectiveInputLimit } from '@aip-hermes/binding';
import { secretsOf, type Config, type LoadResult } from '@aip-hermes/config';
import { CliError } from '../cli-error.js';
import { explainError } from '../explain-error.js';
import type { DataDirectory } from '../wire/data-directory.js';
import { lookAtFiles, type DirectoryFacts } from '../wire/look-at-files.js';
import { lookAtService, type ServiceFacts } from '../wire/look-at-service.js';
import { lookAtStore, type StoreFacts } from '../wire/look-at-store.js';
import { probeEndpoint } from '../wire/probe-endpoint.js';
import { sideBySide } from '../wire/side-by-side.js';
import { checksOf, type Check, type CheckArea } from './check.js';
import { clockChecks } from './clock-checks.js';
import { configurationChecks } from './configuration-checks.js';
import { dataChecks } from './data-checks.js';
import { endpointChecks, type EndpointCase } from './endpoint-checks.js';
import { programChecks, type ProgramFacts } from './program-checks.js';
import { serviceChecks } from './service-checks.js';
import { storeChecks } from './store-checks.js';
import type { Suggestions } from './suggestions.js';

/** Endpoints asked at once. */
const AT_ONCE = 8;

/** What is to be checked. */
export interface DoctorCase {
  readonly program: ProgramFacts;
  readonly loaded: LoadResult;
  readonly file: string | null;
  readonly directory: DataDirectory;
  /** Only this endpoint; null: all of them. */
  readonly endpointId: string | null;
  /** For everything that is asked of one endpoint, milliseconds. */
  readonly timeoutMs: number;
  readonly suggestions: Suggestions;
  readonly onProgress: (text: string) => void;
}

/**
 * Runs every check; creates, starts and changes nothing. A check that cannot be made is a finding itself.
 * @throws CliError usage: there is no such endpoint
 */
export async function runChecks(given: DoctorCase): Promise<readonly Check[]> {
  const { program, loaded, file, directory, suggestions, onProgress } = given;
  const began = { wall: Date.now(), monotonic: performance.now() };
  const found: Check[] = [...programChecks(program), ...configurationChecks(loaded, file)];
  const config = loaded.kind === 'ok' ? loaded.config : null;
  const files = attempt('data', found, (): DirectoryFacts => lookAtFiles(directory));
  if (files !== null) found.push(...dataChecks(directory.path, files));
  // What cannot be looked into is told once, and never taken for empty.
  const hasDirectory = files?.isDirectory === true;
  const freeBytes = freeBytesOf(files);
  const service = hasDirectory ? attempt('service', found, () => lookAtService(directory)) : null;
  const endpoints = config?.endpoints ?? null;
  if (service !== null)
    found.push(...serviceChecks(service, { version: program.version, endpoints, suggestions, freeBytes }));
  onProgress('looking at log and bus');
  const store = hasDirectory ? await storeOf(directory, found) : null;
  if (store !== null) {
    const running = service?.running === true;
    found.push(
      ...storeChecks({ store, files: files?.files ?? [], paths: directory, freeBytes, running, suggestions }),
    );
  }
  const targets = targetsOf(config, service, given.endpointId);
  if (given.endpointId !== null && targets.length === 0 && loaded.kind !== 'bad')
    throw new CliError(
      'usage',
      `There is no endpoint ${given.endpointId} to ask. Check --endpoint and --config.`,
    );
  const asked = await askEndpoints(targets, config, given);
  const newestEventMs = store?.log.kind === 'found' ? store.log.facts.newestRecordedMs : null;
  const nowMs = Date.now();
  const wallElapsedMs = nowMs - began.wall;
  const monotonicElapsedMs = performance.now() - began.monotonic;
  found.push(...clockChecks({ nowMs, wallElapsedMs, monotonicElapsedMs, newestEventMs }));
  return [...found, ...asked.flatMap(endpointChecks)];
}

function freeBytesOf(files: DirectoryFacts | null): number | null {
  return files?.disk?.freeBytes ?? null;
}

function attempt<T>(area: CheckArea, found: Check[], look: () => T): T | null {
  try {
    return look();
  } catch (error) {
    found.push(notLooked(area, error));
    return null;
  }
}

async function storeOf(directory: DataDirectory, found: Check[]): Promise<StoreFacts | null> {
  try {
    return await lookAtStore(directory);
  } catch (error) {
    found.push(notLooked('log', error));
    return null;
  }
}

function notLooked(area: CheckArea, error: unknown): Check {
  const make = checksOf(area);
  const { code, message } = explainError(error);
  return code === 'usage'
    ? make.problem('look', message, 'Correct it, then try again.')
    : make.unreachable('look', message, null);
}

interface Target {
  readonly id: string;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly configured: EndpointCase['configured'];
}

/** The configured endpoints; without a configuration those of the service that runs, without their keys. */
function targetsOf(
  config: Config | null,
  service: ServiceFacts | null,
  only: string | null,
): readonly Target[] {
  const configured = config?.endpoints.map((it): Target => {
    const { id, baseUrl, apiKey, tenant, policy } = it;
    const inputBytes = effectiveInputLimit(policy, config.log.max_append_bytes);
    return { id, baseUrl, apiKey: apiKey.reveal(), configured: { tenant, policy, inputBytes } };
  });
  const served = service?.running === true ? (service.holder?.endpoints ?? []) : [];
  const all =
    configured ??
    served
      .filter(({ base_url }) => URL.canParse(base_url))
      .map(({ id, base_url }): Target => ({ id, baseUrl: base_url, apiKey: null, configured: null }));
  return only === null ? all : all.filter(({ id }) => id === only);
}

async function askEndpoints(
  targets: readonly Target[],
  config: Config | null,
  { timeoutMs, onProgress }: Pick<DoctorCase, 'timeoutMs' | 'onProgress'>,
): Promise<readonly EndpointCase[]> {
  const secrets = config === null ? [] : secretsOf(config);
  let done = 0;
  const tell = (): void =>
    onProgress(`asking endpoints: ${done} of ${targets.length} have answered or failed`);
  if (targets.length > 0) tell();
  return sideBySide(targets, AT_ONCE, async ({ id, baseUrl, apiKey, configured }) => {
    const probe = await probeEndpoint({ id, baseUrl, apiKey, secrets, timeoutMs });
    done += 1;
    tell();
    return { id, baseUrl, configured, probe };
  });
}
