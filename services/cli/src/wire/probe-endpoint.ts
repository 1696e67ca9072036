import { redactText } from '@aip-hermes/binding';
import { createHermesClient, type EndpointHealth } from '@aip-hermes/hermes-client';
import { createUndiciTransport } from '@aip-hermes/hermes-client/undici';
import type { ClockSkew } from '../doctor/clock-checks.js';
import type { Features } from '../doctor/feature-checks.js';
import { printableLine } from '../render/printable.js';
import { VERSION } from '../version.js';
import { notingTransport, type NotedExchange, type NotingTransport } from './noting-transport.js';
import { realTimers } from './surroundings.js';

/** Characters of a version that are kept. */
const MAX_VERSION = 64;

/** Half of what a `Date` header rounds away, milliseconds. */
const HALF_SECOND_MS = 500;

/** What an endpoint answered. Texts of the provider are capped, printable and redacted. */
export type ProbeAnswer =
  | {
      readonly kind: 'up';
      readonly version: string | null;
      readonly features: Features;
      /** False: it has nothing that needs the key and can be read. */
      readonly keyAccepted: boolean;
    }
  | {
      readonly kind: 'unauthorised';
      readonly remark: string;
      /** Whether it is a Hermes that refused; else something in front of it. */
      readonly identified: boolean;
      readonly version: string | null;
    }
  /** A Hermes, but no key is known here. */
  | { readonly kind: 'no_key'; readonly version: string | null }
  | { readonly kind: 'foreign' | 'down'; readonly remark: string }
  | { readonly kind: 'late'; readonly timeoutMs: number };

/** One look at an endpoint. */
export interface EndpointProbe {
  readonly answer: ProbeAnswer;
  /** Of the health check, milliseconds; null: no answer. */
  readonly latencyMs: number | null;
  /** Null: the endpoint tells no time. */
  readonly skew: ClockSkew | null;
}

/** What is looked at, and how long. */
export interface ProbeRequest {
  readonly id: string;
  readonly baseUrl: string;
  /** Null: only what needs no key is asked. */
  readonly apiKey: string | null;
  /** Credentials this process holds: in nothing that is told (G10). */
  readonly secrets: readonly string[];
  /** For everything together, milliseconds. */
  readonly timeoutMs: number;
}

/** Stands for a key in a client that sends none. */
const NO_KEY = 'no-key-is-known';

/**
 * Reads health without the key, then capabilities with it; never starts or changes anything (SPEC C4). Takes at most
 * the time-out; never throws for what the endpoint does.
 */
export async function probeEndpoint(request: ProbeRequest): Promise<EndpointProbe> {
  const { id, baseUrl, apiKey, timeoutMs } = request;
  const inner = createUndiciTransport({ connectTimeoutMs: timeoutMs });
  const transport = notingTransport(inner, apiKey !== null);
  const client = createHermesClient({
    endpointId: id,
    baseUrl,
    apiKey: apiKey ?? NO_KEY,
    transport,
    timers: realTimers,
    headersTimeoutMs: timeoutMs,
    userAgent: `aip-hermes-connector/${VERSION}`,
  });
  const over = new AbortController();
  const timer = setTimeout(() => over.abort(), timeoutMs);
  try {
    const health = await client.checkHealth(over.signal);
    const [first = null] = transport.exchanges;
    return {
      answer: over.signal.aborted ? { kind: 'late', timeoutMs } : answerOf(health, transport, request),
      latencyMs: first === null ? null : Math.round(first.tookMs),
      skew: first === null ? null : skewOf(first),
    };
  } finally {
    clearTimeout(timer);
    await client.close();
  }
}

function answerOf(health: EndpointHealth, transport: NotingTransport, request: ProbeRequest): ProbeAnswer {
  const shown = (version: string | null): string | null =>
    version === null ? null : printableLine(redactText(version, request.secrets), MAX_VERSION);
  const version = (): string | null => shown(versionIn(transport.firstBody));
  switch (health.kind) {
    case 'up':
      return {
        kind: 'up',
        version: shown(health.version),
        features: health.features,
        keyAccepted: isGood(transport.exchanges[1]?.status),
      };
    case 'unauthorised': {
      const identified = transport.keyAsked;
      return { ...health, identified, version: identified ? version() : null };
    }
    case 'down':
      return transport.keyAsked && request.apiKey === null ? { kind: 'no_key', version: version() } : health;
    case 'foreign':
      return health;
  }
}

function isGood(status: number | undefined): boolean {
  return status !== undefined && status >= 200 && status < 300;
}

/** The client tells the version only of an endpoint that is up. */
function versionIn(body: string): string | null {
  try {
    const document: unknown = JSON.parse(body);
    const version =
      typeof document === 'object' && document !== null && 'version' in document && document.version;
    return typeof version === 'string' ? version : null;
  } catch {
    // The body was longer than what is kept: then the version is not known.
    return null;
  }
}

/** The header was written somewhere between the sending and the arrival, and tells whole seconds. */
function skewOf({ date, tookMs, arrivedMs }: NotedExchange): ClockSkew | null {
  const theirs = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(theirs)) return null;
  const ours = arrivedMs - tookMs / 2;
  return { aheadMs: theirs + HALF_SECOND_MS - ours, precisionMs: HALF_SECOND_MS + tookMs / 2 };
}
