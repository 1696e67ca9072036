import { errorAnswer, jsonAnswer, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';

/** `GET /api/sessions/{id}`. */
export function session({ state, id }: Exchange): Answer {
  const described = state.sessions.describe(id);
  if (described === undefined) return sessionNotFound(id);
  return jsonAnswer(200, { object: 'hermes.session', session: described });
}

/** `GET /api/sessions/{id}/messages`: the transcript, which outlives a restart (4.4). */
export function sessionMessages({ state, id }: Exchange): Answer {
  const data = state.sessions.messages(id);
  if (data === undefined) return sessionNotFound(id);
  return jsonAnswer(200, { object: 'list', session_id: id, data });
}

/** Sessions a list shows at most (5.4). */
const MAX_LISTED = 200;
const DEFAULT_LISTED = 50;

/** `GET /api/sessions`: newest activity first, children only with `include_children=true` (5.4). */
export function listSessions({ state, request }: Exchange): Answer {
  const query = new URLSearchParams((request.url ?? '').split('?')[1] ?? '');
  const all = state.sessions.list(query.get('include_children') === 'true', query.get('source'));
  const limit = Math.min(wholeNumber(query.get('limit'), DEFAULT_LISTED), MAX_LISTED);
  const offset = wholeNumber(query.get('offset'), 0);
  const data = all.slice(offset, offset + limit);
  return jsonAnswer(200, { object: 'list', data, limit, offset, has_more: all.length > offset + limit });
}

function wholeNumber(text: string | null, otherwise: number): number {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : otherwise;
}

function sessionNotFound(id: string): Answer {
  return errorAnswer(404, `Session not found: ${id}`, 'session_not_found');
}
