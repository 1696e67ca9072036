import type { DeadLetters, ErrorReplies } from '@aip-hermes/message-bus';
import type { Endpoints } from '../runs/endpoint.js';
import type { Supervisor } from '../runs/supervisor.js';
import type { StreamRegistry } from '../streams/stream-registry.js';
import type { BesideDeps, BesideStreams } from './beside-streams.js';
import type { Ingress } from './ingress.js';
import type { OpenPlaces } from './open-places.js';

/** What admission works with. */
export interface AdmissionDeps extends BesideDeps {
  readonly registry: StreamRegistry;
  readonly supervisor: Supervisor;
  readonly endpoints: Endpoints;
  readonly ingress: Ingress;
  readonly beside: BesideStreams;
  readonly deadLetters: DeadLetters;
  readonly errorReplies: ErrorReplies;
}

/** What deciding on Actions works with beside. */
export interface AdmissionDesk extends AdmissionDeps {
  readonly places: OpenPlaces;
}
