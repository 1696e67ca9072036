import { errorAnswer, internalErrorPage, jsonAnswer, type Answer } from '../http/answer.js';
import type { Exchange } from '../http/exchange.js';
import { parsePythonJson } from '../http/parse-python-json.js';
import { isJsonArray, type Json } from '../json.js';
import { playModelTurns } from '../runs/play-model-turns.js';
import { playSteps } from '../runs/play-steps.js';
import { Run } from '../runs/run.js';
import type { Worker } from '../runs/worker.js';
import { pickScript } from '../script/pick-script.js';
import { capAnswer, drainAnswer } from './discovery.js';
import { MalformedShape, messageText, readStartRequest } from './start-request.js';

/** Longest `X-Hermes-Session-Key` (3.2). */
const MAX_SESSION_KEY = 256;

/** `POST /v1/runs`, checks in the order of profile B: drain, session key, cap, JSON, input, history (3.4). */
export function startRun(exchange: Exchange): Answer {
  const { state, process, request } = exchange;
  const draining = drainAnswer(process.draining);
  if (draining !== undefined) return draining;
  const sessionKey = request.headers['x-hermes-session-key'];
  if (typeof sessionKey === 'string' && sessionKey.length > MAX_SESSION_KEY)
    return jsonAnswer(400, { error: { message: 'Session key too long', type: 'invalid_request_error' } });
  const full = capAnswer(process.runs.held(), state.maxConcurrentRuns);
  if (full !== undefined) return full;
  // A chunked body above the limit ends here too: "Invalid JSON", not 413 (1.3).
  const body = exchange.body.bytes === undefined ? undefined : parsePythonJson(exchange.body.bytes);
  if (body === undefined) return errorAnswer(400, 'Invalid JSON', null);
  try {
    const start = readStartRequest(body);
    if ('status' in start) return start;
    const runId = state.newRunId();
    begin(exchange, runId, start.userMessage, start.sessionId ?? runId, start.model);
    const echoed = typeof sessionKey === 'string' && sessionKey !== '';
    const extra: Answer['headers'] = echoed ? [['X-Hermes-Session-Key', sessionKey]] : [];
    return { ...jsonAnswer(202, { run_id: runId, status: 'started' }, extra), createdRun: runId };
  } catch (error) {
    if (error instanceof MalformedShape) return internalErrorPage();
    throw error;
  }
}

function begin(
  { state, process }: Exchange,
  runId: string,
  message: Json,
  sessionId: Json,
  model: Json | undefined,
): void {
  const userMessage = messageText(message);
  const run = new Run(
    { id: runId, sessionId, model: model ?? (model === null ? null : state.modelName), userMessage },
    process.clock,
    state.allowedForEver,
    state.profile,
  );
  process.runs.add(run);
  if (typeof sessionId !== 'string') {
    // The worker fails on its first use of the id (3.1).
    process.clock.after(1, () =>
      run.finish('failed', { error: `str expected, not ${pythonType(sessionId)}` }),
    );
    return;
  }
  state.sessions.add(sessionId, { role: 'user', content: userMessage });
  const worker: Worker = {
    run,
    profile: state.profile,
    sessions: state.sessions,
    transcript: sessionId,
    approvalTimeoutMs: state.approvalTimeoutMs,
    maxTurns: state.maxTurns,
  };
  const script = pickScript(userMessage, state.scripts) ?? state.scripts.get(state.defaultScript);
  const played =
    script !== undefined && 'steps' in script
      ? playSteps(worker, script.steps)
      : playModelTurns(worker, script?.name ?? '', script?.turns ?? []);
  const worked = played.catch((error: unknown) =>
    run.finish('failed', { error: `simulator: ${String(error)}` }),
  );
  process.runs.track(run, worked);
}

function pythonType(value: Json): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return isJsonArray(value) ? 'list' : 'dict';
}
