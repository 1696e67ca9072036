import type { Route } from '../http/exchange.js';
import { answerApproval } from './answer-approval.js';
import { capabilities, chatCompletions, detailedHealth, health, models } from './discovery.js';
import { runEvents } from './run-events.js';
import { runStatus } from './run-status.js';
import { listSessions, session, sessionMessages } from './read-session.js';
import { startRun } from './start-run.js';
import { steerRun } from './steer-run.js';
import { stopRun } from './stop-run.js';

/** Every simulated route; all others are the framework's 404. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: '/health', auth: false, faults: 'discovery', handle: health },
  { method: 'GET', path: '/v1/health', auth: false, faults: 'discovery', handle: health },
  { method: 'GET', path: '/health/detailed', auth: true, faults: 'discovery', handle: detailedHealth },
  { method: 'GET', path: '/v1/models', auth: true, faults: 'discovery', handle: models },
  { method: 'GET', path: '/v1/capabilities', auth: true, faults: 'discovery', handle: capabilities },
  { method: 'POST', path: '/v1/chat/completions', auth: true, faults: 'discovery', handle: chatCompletions },
  { method: 'POST', path: '/v1/runs', auth: true, faults: 'start', handle: startRun },
  { method: 'GET', path: '/v1/runs/{id}', auth: true, faults: 'status', handle: runStatus },
  { method: 'GET', path: '/v1/runs/{id}/events', auth: true, faults: 'events', handle: runEvents },
  { method: 'POST', path: '/v1/runs/{id}/approval', auth: true, faults: 'approval', handle: answerApproval },
  { method: 'POST', path: '/v1/runs/{id}/stop', auth: true, faults: 'stop', handle: stopRun },
  { method: 'POST', path: '/v1/runs/{id}/steer', auth: true, faults: 'steer', handle: steerRun },
  { method: 'GET', path: '/api/sessions', auth: true, faults: 'sessions', handle: listSessions },
  { method: 'GET', path: '/api/sessions/{id}', auth: true, faults: 'sessions', handle: session },
  {
    method: 'GET',
    path: '/api/sessions/{id}/messages',
    auth: true,
    faults: 'sessions',
    handle: sessionMessages,
  },
];
