import type { HermesClient } from '@aip-hermes/hermes-client';
import type { Policy } from '@aip-hermes/binding';
import type { Slots } from './slots.js';

/** One configured endpoint as the connector uses it. */
export interface Endpoint {
  /** Normalised id (SPEC C1). */
  readonly id: string;
  /** When set, only callers of this tenant may use it. */
  readonly tenant: string | null;
  readonly policy: Policy;
  readonly policyDigest: string;
  readonly client: HermesClient;
  readonly slots: Slots;
}

/** Endpoints by normalised id. */
export type Endpoints = ReadonlyMap<string, Endpoint>;
