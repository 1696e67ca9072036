import type { Play } from './play.js';

/** `health-check`: the product's health check of its endpoint, to its end. */
export async function healthCheck({ world }: Play): Promise<void> {
  const instance = world.living.find(({ service }) => service !== 'projector');
  if (instance === undefined) throw new Error('no process can check the endpoint');
  let done = false;
  let failed: unknown = null;
  instance.edge.answer(() => {
    instance.checkHealth().then(
      () => (done = true),
      (error: unknown) => {
        failed = error;
        done = true;
      },
    );
  });
  await world.scheduler.runUntil(
    () => done,
    () => 'the health check has not ended',
  );
  if (failed instanceof Error) throw failed;
}
