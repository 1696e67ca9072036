import { TransportFailure, type TransportFailureReason } from './transport.js';

const REASONS: Readonly<Record<string, TransportFailureReason>> = {
  ECONNREFUSED: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ETIMEDOUT: 'connect_timeout',
  UND_ERR_CONNECT_TIMEOUT: 'connect_timeout',
  EPROTO: 'tls',
  CERT_HAS_EXPIRED: 'tls',
  CERT_NOT_YET_VALID: 'tls',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'tls',
  SELF_SIGNED_CERT_IN_CHAIN: 'tls',
  UNABLE_TO_GET_ISSUER_CERT: 'tls',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'tls',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'tls',
  EMFILE: 'local',
  ENFILE: 'local',
  EACCES: 'local',
  EADDRNOTAVAIL: 'local',
  UND_ERR_INVALID_ARG: 'local',
  UND_ERR_NOT_SUPPORTED: 'local',
  UND_ERR_REQ_CONTENT_LENGTH_MISMATCH: 'local',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'truncated',
  UND_ERR_HEADERS_OVERFLOW: 'protocol',
  UND_ERR_ABORTED: 'aborted',
  UND_ERR_DESTROYED: 'aborted',
  UND_ERR_CLOSED: 'aborted',
};

/** Where the exchange stood when it broke. */
export interface ExchangeProgress {
  /** The library had a connection and was about to write: any byte may have left (SPEC S6). */
  readonly requestSent: boolean;
  readonly headSeen: boolean;
}

/**
 * A library error as a failure of the port. Only the error's code goes on: its message and members can quote
 * header values or bytes of the answer.
 */
export function undiciFailure(error: unknown, progress: ExchangeProgress): TransportFailure {
  const code = codeOf(error);
  const reason = reasonOf(code, progress);
  return new TransportFailure(reason, progress.requestSent, `HTTP exchange failed: ${reason} (${code})`);
}

function reasonOf(code: string, progress: ExchangeProgress): TransportFailureReason {
  if (code.startsWith('HPE_')) return 'protocol';
  const known = REASONS[code] ?? (/^(ERR_TLS|ERR_SSL|CERT_)/.test(code) ? 'tls' : 'reset');
  // Once bytes may have left, a cause that sounds like connecting is a broken connection all the same.
  if (progress.requestSent && ['refused', 'dns', 'tls', 'connect_timeout', 'local'].includes(known)) {
    return progress.headSeen ? 'truncated' : 'reset';
  }
  return known === 'reset' && progress.headSeen ? 'truncated' : known;
}

/** The error's code when it is one word; several addresses tried give one error with the code of the first. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return 'unknown';
  return typeof error.code === 'string' && /^\w{1,64}$/.test(error.code) ? error.code : 'unknown';
}
