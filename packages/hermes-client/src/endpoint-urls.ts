import { HermesClientConfigurationError } from './configuration-error.js';

/** The URLs of one endpoint; the only place where they are built. */
export interface EndpointUrls {
  readonly health: string;
  readonly capabilities: string;
  readonly runs: string;
  /** `runId` must be usable (`isUsableRunId`). */
  run(runId: string): string;
  /** `runId` must be usable (`isUsableRunId`). */
  events(runId: string): string;
}

/**
 * URLs under a base that is a bare origin or has a path such as `/p/<profile>` (hermes 1.1).
 * @throws HermesClientConfigurationError for a base that is no plain http(s) URL. Its text is not repeated,
 *   because it may hold a credential.
 */
export function endpointUrls(endpointId: string, baseUrl: string): EndpointUrls {
  const base = parsedBase(endpointId, baseUrl);
  const root = `${base.origin}${base.pathname.replace(/\/+$/, '')}`;
  const run = (runId: string): string => `${root}/v1/runs/${encodeURIComponent(runId)}`;
  return {
    health: `${root}/health`,
    capabilities: `${root}/v1/capabilities`,
    runs: `${root}/v1/runs`,
    run,
    events: (runId) => `${run(runId)}/events`,
  };
}

function parsedBase(endpointId: string, baseUrl: string): URL {
  const refuse = (problem: string): never => {
    throw new HermesClientConfigurationError(`endpoint ${endpointId}: the base URL ${problem}`);
  };
  if (!URL.canParse(baseUrl)) return refuse('is no URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return refuse('is neither http nor https');
  if (url.username !== '' || url.password !== '') return refuse('holds a user name or password');
  if (url.search !== '' || url.hash !== '') return refuse('holds a query or a fragment');
  return url;
}
