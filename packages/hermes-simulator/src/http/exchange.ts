import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, FaultRoute } from '../faults/fault-rule.js';
import type { ServerProcess } from '../server-process.js';
import type { SimulatorState } from '../simulator-state.js';
import type { Answer } from './answer.js';
import type { RequestBody } from './request-body.js';

/** One request on its way through a handler. */
export interface Exchange {
  readonly state: SimulatorState;
  /** The process that received the request; a handler never looks at a later one. */
  readonly process: ServerProcess;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: RequestBody;
  /** The decoded `{id}` of the path, else ''. */
  readonly id: string;
  /** A fault for the handler itself: on the event stream. */
  readonly fault: Fault | undefined;
}

/** What a handler gives back: an answer to send, or `sent` when it wrote the response itself. */
export type Handled = Answer | 'sent';

/** One route of the API. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** Path segments; `{id}` takes any one segment. */
  readonly path: string;
  /** Whether the bearer key is needed. */
  readonly auth: boolean;
  readonly faults: FaultRoute;
  readonly handle: (exchange: Exchange) => Handled | Promise<Handled>;
}
