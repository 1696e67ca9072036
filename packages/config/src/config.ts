import type { Principal } from '@aip-hermes/aip';
import type { Policy } from '@aip-hermes/binding';
import type { Secret } from './secret.js';

/** Where an endpoint's API key came from; never the key. `given`: handed over by the program itself. */
export type ApiKeyOrigin =
  | { readonly kind: 'environment'; readonly name: string }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'given' };

/** One Hermes endpoint, complete (SPEC C1, reference 1.1 to 1.3). */
export interface EndpointConfig {
  /** In normal form: lower case `[a-z0-9_-]`, 1 to 128 characters. */
  readonly id: string;
  /** http(s) origin, or origin and `/p/<name>`; no slash at the end. */
  readonly baseUrl: string;
  /** Printable ASCII without spaces, at most 16 KiB. */
  readonly apiKey: Secret;
  readonly apiKeyOrigin: ApiKeyOrigin;
  /** Plain http beyond loopback was allowed by the person who wrote the configuration. */
  readonly allowInsecureHttp: boolean;
  /** Only commands of this tenant; null: of any or none. */
  readonly tenant: string | null;
  /** The deployment's policy with the endpoint's own keys laid over it, every default filled in (SPEC 10). */
  readonly policy: Policy;
  /** `policyDigest(policy)`. */
  readonly policyDigest: string;
}

/** How much is logged. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

/** The whole configuration, validated and deeply frozen. Times in milliseconds, sizes in bytes. */
export interface Config {
  /** 1 to 1000, ids unique. */
  readonly endpoints: readonly EndpointConfig[];
  readonly ingress: {
    /** A command without an execution context is taken in the name of the local principal (DESIGN 4). */
    readonly allow_anonymous: boolean;
    readonly local_principal: Readonly<Pick<Principal, 'id' | 'kind'>>;
    readonly local_tenant: { readonly id: string; readonly system: string | null } | null;
    /** A larger command is a dead letter. */
    readonly max_command_bytes: number;
  };
  readonly limits: {
    /** Above it new objectives are refused as `operator_overloaded` (DESIGN 5). */
    readonly max_open_bindings: number;
  };
  readonly provider: {
    readonly connect_timeout_ms: number;
    /** From sending a GET to the head of its answer. */
    readonly headers_timeout_ms: number;
  };
  readonly log: {
    /** Largest append to the event log (DESIGN 3, Sizes). */
    readonly max_append_bytes: number;
  };
  readonly bus: {
    /** Partitions of every topic; used when the bus is created. */
    readonly partitions: number;
    /** Published messages older than this are removed; 0: none is. */
    readonly published_retention_ms: number;
  };
  readonly redaction: {
    /** Environment variables whose values are masked like API keys (G10). */
    readonly extra_secrets_env: readonly string[];
    /** The values of those that are set. */
    readonly extra_secrets: readonly Secret[];
  };
  readonly logging: { readonly level: LogLevel };
}

/**
 * Something a person must put right, or (as a warning) should know. `path` names the key, e.g.
 * `endpoints[1].base_url`, or the environment variable that said it; `(file)` stands for the file as a whole. Neither text ever holds a secret (G10).
 */
export interface ConfigProblem {
  readonly path: string;
  readonly message: string;
}
