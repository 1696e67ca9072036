import type { Exchange } from '../http/exchange.js';
import { isJsonArray, type Json } from '../json.js';
import { messageText, type StartRequest } from '../routes/start-request.js';
import { pickScript } from '../script/pick-script.js';
import { playModelTurns } from './play-model-turns.js';
import { playSteps } from './play-steps.js';
import { Run } from './run.js';
import { TEXT_STOP_MS, type Worker } from './worker.js';

/** How often a run looks whether its session is free. */
const LEASE_LOOK_MS = 50;

/** Creates a run and sets its worker going. */
export function beginRun({ state, process }: Exchange, start: StartRequest): Run {
  const id = state.newRunId();
  const sessionId = start.sessionId ?? id;
  const userMessage = messageText(start.userMessage);
  const model = start.model ?? (start.model === null ? null : state.modelName);
  const run = new Run(
    { id, owner: state.apiKey, sessionId, model, userMessage },
    process.clock,
    state.allowedForEver,
    state.profile,
    state.statusLagMs,
  );
  process.runs.add(run);
  if (state.createStallMs > 0) process.stall = process.clock.sleep(state.createStallMs);
  if (typeof sessionId !== 'string') {
    // The worker fails on its first use of the id (3.1).
    const error = `str expected, not ${pythonType(sessionId)}`;
    process.clock.after(1, () => run.finish('failed', { error }));
    return run;
  }
  const play = (worker: Worker, input: string): Promise<void> => {
    const script = pickScript(input, state.scripts) ?? state.scripts.get(state.defaultScript);
    return script !== undefined && 'steps' in script
      ? playSteps(worker, script.steps)
      : playModelTurns(worker, script?.name ?? '', script?.turns ?? []);
  };
  const worker: Worker = {
    run,
    profile: state.profile,
    sessions: state.sessions,
    transcript: sessionId,
    approvalTimeoutMs: state.approvalTimeoutMs,
    maxTurns: state.maxTurns,
    guard: state.guard,
    depth: 0,
    maxSpawnDepth: state.maxSpawnDepth,
    mayDelegate: true,
    play,
    announce: (event, fields) => run.emit(event, fields),
    trackDelegation: (children) => process.runs.trackDelegation(children),
  };
  const begin = async (): Promise<void> => {
    while (state.profile.sessionLease && process.runs.waitsForSession(run) && !run.stopRequested)
      await run.wait(LEASE_LOOK_MS, TEXT_STOP_MS);
    state.sessions.add(sessionId, { role: 'user', content: userMessage });
    await play(worker, userMessage);
  };
  const played = begin();
  const worked = played.catch((error: unknown) =>
    run.finish('failed', { error: `simulator: ${String(error)}` }),
  );
  process.runs.track(run, worked);
  return run;
}

function pythonType(value: Json): string {
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return isJsonArray(value) ? 'list' : 'dict';
}
