import type { VerifiedCaller } from '@aip-hermes/binding';

/** Who may send commands, and in whose name one without an execution context is taken (DESIGN 4). */
export interface Ingress {
  /** Without a context: take the local caller (embedded), or refuse. */
  readonly allowAnonymous: boolean;
  readonly localCaller: VerifiedCaller;
  /** A command's value may have at most this many bytes; a larger one is a dead letter. */
  readonly maxCommandBytes: number;
  /** Open bindings of this process; above it new objectives are refused (DESIGN 5). */
  readonly maxOpenBindings: number;
}
