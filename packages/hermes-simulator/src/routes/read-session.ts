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

function sessionNotFound(id: string): Answer {
  return errorAnswer(404, `Session not found: ${id}`, 'session_not_found');
}
