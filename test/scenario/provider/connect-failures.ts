import type { TransportFailureReason } from '@aip-hermes/hermes-client';
import type { Reply } from '../file/scenario.js';

/** How each `connect` of a reply looks from below the client. */
export const CONNECT_FAILURES: Readonly<Record<NonNullable<Reply['connect']>, TransportFailureReason>> = {
  refused: 'refused',
  'dns-failure': 'dns',
  'tls-failure': 'tls',
};
