import type { IncomingMessage } from 'node:http';
import type { SimulatorState } from '../simulator-state.js';
import { errorAnswer, JSON_TYPE, jsonAnswer, plainAnswer, type Answer } from './answer.js';
import { authorized } from './authorized.js';
import type { Found } from './find-route.js';
import type { RequestBody } from './request-body.js';

/**
 * What is refused before a handler runs, in the order of the real server: any Origin and every OPTIONS,
 * a declared body too large, no such route, wrong method, wrong key (1.2, 1.3, 1.5).
 */
export function refusal(
  state: SimulatorState,
  request: IncomingMessage,
  body: RequestBody,
  found: Found,
): Answer | undefined {
  const { origin } = request.headers;
  if ((origin !== undefined && origin !== '') || request.method === 'OPTIONS')
    return { status: 403, headers: [], body: '' };
  if (request.headers['content-length'] !== undefined && body.length > state.profile.limits.bodyBytes)
    return errorAnswer(413, 'Request body too large.', 'body_too_large');
  if (found.kind === 'not-found') return plainAnswer(404, '404: Not Found');
  if (found.kind === 'unknown-profile')
    return { ...jsonAnswer(404, { error: 'Unknown or unconfigured profile' }), headers: [JSON_TYPE] };
  if (found.kind === 'method-not-allowed')
    return plainAnswer(405, '405: Method Not Allowed', [['Allow', found.allow]]);
  if (found.route.auth && !authorized(request, state.apiKey))
    return jsonAnswer(401, state.profile.unauthorized);
  return undefined;
}
