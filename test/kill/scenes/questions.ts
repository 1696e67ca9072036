import { COMPLETED } from '../provider/run-plan.js';
import type { KillWorld } from '../world/kill-world.js';
import { actionCommand, cancelCommand } from '../world/sent-command.js';

const PROMPT = {
  event: 'approval.request',
  command: 'rm -rf ./build',
  description: 'recursive delete',
  pattern_key: 'recursive delete',
  request_id: 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
  choices: ['once', 'session', 'always', 'deny'],
} as const;

/** A run asks a person; an answer comes, and something to it. */
export async function askAndAnswer(world: KillWorld, action: string): Promise<void> {
  world.provider.plan(action, { steps: [PROMPT, () => world.provider.approved(action), COMPLETED] });
  await world.put(actionCommand({ action, messageId: `msg_${action}` }));
  await world.answered(action);
  const answer = `${action}_answer`;
  const input = { resume: { source_action_id: action, choice: 'once' } };
  await world.put(actionCommand({ action: answer, messageId: `msg_${answer}`, input }));
  await world.answered(answer);
}

/** A run goes on; a cancel comes, and something to it. */
export async function runAndCancel(world: KillWorld, action: string): Promise<void> {
  world.provider.plan(action, { steps: [() => world.released, COMPLETED] });
  await world.put(actionCommand({ action, messageId: `msg_${action}` }));
  await world.bounded(world.provider.called('events', action), 'the run to be cancelled');
  const cancel = cancelCommand(action, `msg_${action}_cancel`);
  await world.put(cancel);
  await world.bounded(
    world.view.until((messages) => messages.some(({ inResponseTo }) => inResponseTo === cancel.messageId)),
    'an answer to the cancel',
  );
}
