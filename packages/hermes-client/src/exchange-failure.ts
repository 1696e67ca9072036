import type { ExchangeGuard } from './exchange-guard.js';
import { TransportFailure, type TransportFailureReason } from './transport.js';

/** An exchange that brought no whole answer. `reason` is our own sentence: nothing of the provider's, no key. */
export interface ExchangeFailure {
  readonly reason: string;
  /** Whether any byte of the request can have left; true when in doubt (SPEC S6). */
  readonly requestSent: boolean;
  /** Nothing was tried on the network at all (SPEC S10). */
  readonly local: boolean;
}

/** Puts whatever a transport threw into words. The guard knows whether time or the caller ended it. */
export function exchangeFailure(thrown: unknown, guard: ExchangeGuard): ExchangeFailure {
  const failure = thrown instanceof TransportFailure ? thrown : null;
  const local = failure?.reason === 'local' && !failure.requestSent;
  const requestSent = failure?.requestSent ?? true;
  return { reason: failureText(failure, guard), requestSent, local };
}

function failureText(failure: TransportFailure | null, guard: ExchangeGuard): string {
  // A failure that is not our own abort says more than the abort that came after it.
  if (failure !== null && failure.reason !== 'aborted') return reasonText(failure.reason);
  if (guard.stoppedBy === 'time') return 'no whole answer in the time allowed';
  if (guard.stoppedBy === 'caller') return 'given up by the caller before the whole answer came';
  return failure === null ? 'the transport broke in an unforeseen way' : reasonText(failure.reason);
}

function reasonText(reason: TransportFailureReason): string {
  switch (reason) {
    case 'refused':
      return 'the connection was refused';
    case 'dns':
      return 'the host name could not be resolved';
    case 'tls':
      return 'no secure connection could be made';
    case 'connect_timeout':
      return 'no connection in the time allowed';
    case 'reset':
      return 'the connection broke';
    case 'aborted':
      return 'the exchange was aborted';
    case 'truncated':
      return 'the answer was cut off';
    case 'protocol':
      return 'the answer was no proper HTTP';
    case 'local':
      return 'the request could not be made on this side';
  }
}
