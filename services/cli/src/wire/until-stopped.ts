import type { Logger } from '@aip-hermes/connector';
import type { Service } from './start-service.js';
import type { StopSignals } from './stop-signals.js';

/**
 * Runs a started service to its end: tells that it is ready, waits for the wish to stop, stops it in order. Whatever
 * fails on the way, the service is stopped before this settles: nobody may let go of its lock and log earlier.
 * @throws what ended the service by itself, or what failed first
 */
export async function untilStopped(
  service: Service,
  signals: StopSignals,
  log: Logger,
  tellReady: () => void,
): Promise<void> {
  const failed = await lifeOf(service, signals, tellReady);
  log.info(
    { instance_id: service.instanceId },
    'stopping: no new commands; a second signal ends the wait for open runs',
  );
  try {
    await stop(service, signals);
  } catch (error) {
    if (failed === null) throw error;
    log.error({ err: error }, 'the service did not stop in order');
  }
  if (failed !== null) throw failed.error;
  log.info({ instance_id: service.instanceId }, 'stopped');
}

/** Until somebody wants the stop: null. What failed before: the error. */
async function lifeOf(
  service: Service,
  signals: StopSignals,
  tellReady: () => void,
): Promise<{ readonly error: unknown } | null> {
  const ended = service.ended.then(
    () => null,
    (error: unknown) => ({ error }),
  );
  try {
    if (!signals.asked) tellReady();
  } catch (error) {
    return { error };
  }
  return Promise.race([signals.first.then(() => null), ended]);
}

function stop(service: Service, signals: StopSignals): Promise<void> {
  const stopped = service.stop();
  void signals.second.then(() => void service.stop());
  return stopped;
}
