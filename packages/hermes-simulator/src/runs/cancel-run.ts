import { SETTLE_MS, type Worker } from './worker.js';

/** Ends a stopped run: its worker has unwound, whatever it had is thrown away (7.1). */
export async function cancelRun({ run }: Worker): Promise<void> {
  await run.clock.sleep(SETTLE_MS);
  const reason = run.cutInCall ? 'interrupted_during_api_call' : 'interrupted_by_user';
  run.finish('cancelled', {}, { reason });
}
