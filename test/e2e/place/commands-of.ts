/** The line of an Action as `submit -` takes it, for the endpoint of `Deployment.simulator`. */
export function actionLine(id: string, objective: string): string {
  return JSON.stringify({
    id,
    capability_id: 'cap:hermes_agent:hermes-a:operator',
    input: { objective },
    mode: 'streaming',
    idempotency_key: `key-${id}`,
  });
}
