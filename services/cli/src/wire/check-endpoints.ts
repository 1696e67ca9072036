import { redactText } from '@aip-hermes/binding';
import type { Endpoint, Endpoints, Logger } from '@aip-hermes/connector';

/**
 * Reads health and capabilities of every endpoint once and says what it lacks, once (SPEC C4). Never rejects: an
 * endpoint that is down keeps nothing from starting.
 */
export async function checkEndpoints(endpoints: Endpoints, log: Logger, signal: AbortSignal): Promise<void> {
  await Promise.all([...endpoints.values()].map((endpoint) => check(endpoint, log, signal)));
}

async function check(endpoint: Endpoint, log: Logger, signal: AbortSignal): Promise<void> {
  const { id } = endpoint;
  try {
    const health = await endpoint.client.checkHealth(signal);
    if (signal.aborted) return;
    if (health.kind !== 'up') {
      log.warn({ endpoint_id: id, health: health.kind }, health.remark);
      return;
    }
    const version = health.version === null ? null : redactText(health.version, []);
    log.info({ endpoint_id: id, version }, 'the endpoint answers');
    for (const remark of health.remarks) log.warn({ endpoint_id: id }, redactText(remark, []));
  } catch (error) {
    if (!signal.aborted)
      log.warn({ endpoint_id: id, err: error }, 'the health of the endpoint could not be read');
  }
}
