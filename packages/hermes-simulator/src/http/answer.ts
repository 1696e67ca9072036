import { pythonJson, type Json } from '../json.js';

/** A whole HTTP answer. Headers are sent in this order; Date and Server are added last. */
export interface Answer {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether the connection ends after this answer. */
  readonly closes?: boolean;
  /** Id of the run this answer reports as started. */
  readonly createdRun?: string;
}

/** Fixed headers of every handler answer; the stream, the empty 403 and framework errors lack them (1.4). */
const SECURITY_HEADERS: Answer['headers'] = [
  ['Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'"],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=()'],
  ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['X-XSS-Protection', '0'],
  ['Referrer-Policy', 'no-referrer'],
];

/** The type of every JSON answer. */
export const JSON_TYPE = ['Content-Type', 'application/json; charset=utf-8'] as const;

/** A handler's JSON answer; `extra` headers come first, as recorded. */
export function jsonAnswer(status: number, body: Json, extra: Answer['headers'] = []): Answer {
  return {
    status,
    headers: [...extra, JSON_TYPE, ...SECURITY_HEADERS],
    body: pythonJson(body),
  };
}

/** The usual error body (1.5); `code` may be null. */
export function errorAnswer(
  status: number,
  message: string,
  code: string | null,
  type = 'invalid_request_error',
  extra: Answer['headers'] = [],
): Answer {
  return jsonAnswer(status, { error: { message, type, param: null, code } }, extra);
}

/** A page of the HTTP framework: plain text, no security headers (1.5). */
export function plainAnswer(status: number, body: string, extra: Answer['headers'] = []): Answer {
  return { status, headers: [['Content-Type', 'text/plain; charset=utf-8'], ...extra], body };
}

/** 404 for a run the server does not know. */
export function runNotFound(runId: string): Answer {
  return errorAnswer(404, `Run not found: ${runId}`, 'run_not_found');
}

/** What the framework sends when a handler throws. */
export function internalErrorPage(): Answer {
  const page = plainAnswer(500, '500 Internal Server Error\n\nServer got itself in trouble');
  return { ...page, closes: true };
}
