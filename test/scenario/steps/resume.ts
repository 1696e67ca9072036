import type { AnyJsonObject } from '@aip-hermes/aip';
import { formatTimestamp } from '@aip-hermes/aip';
import { bindingStream } from '@aip-hermes/binding';
import { memberAt } from '../../points/member-at.js';
import { jsonText } from '../file/json-text.js';
import type { StepOf } from '../file/scenario.js';
import { publishedMessages, type PublishedMessage } from '../world/published.js';
import type { World } from '../world/world.js';
import { place } from './deliver.js';
import { sourceAction, type Play } from './play.js';

type ResumeStep = StepOf<'resume'>;

/** `resume`: an answer to a prompt, as an approver writes it. */
export async function resume(play: Play, step: ResumeStep): Promise<void> {
  const { world } = play;
  play.resumeSteps += 1;
  const nth = play.resumeSteps;
  const source = step.of ?? sourceAction(play);
  const generation = step.generation ?? world.index.binding(source)?.binding.approval_generation ?? 0;
  const reference = await referenceTo(world, source, generation, step.nameBy ?? 'chunk');
  const action: AnyJsonObject = {
    id: step.id ?? `${source}_r${nth}`,
    capability_id: 'cap:hermes_agent:hermes-a:operator',
    input: {
      resume: {
        source_action_id: source,
        choice: step.choice,
        ...(step.resolveAll === undefined ? {} : { resolve_all: step.resolveAll }),
      },
    },
    idempotency_key: `key-resume-${nth}`,
    ...(step.nameBy === 'memory'
      ? { memory_context: { hermes_operator: { approval_generation: generation } } }
      : {}),
  };
  const envelope: AnyJsonObject = {
    aip_version: '1.0',
    message_type: 'aip.core.v1.action',
    message_id: `msg_resume_${nth}`,
    sent_at: formatTimestamp(sentAt(world, source, step)),
    from: { id: 'agent:planner', kind: 'agent' },
    correlation_id: `corr_resume_${nth}`,
    ...(reference === null ? {} : { in_response_to: reference }),
    body: { action },
    ...(step.context === undefined ? {} : { extensions: { 'aip.execution_context.v1': step.context } }),
  };
  const value = new TextEncoder().encode(jsonText(envelope));
  place(play, { partition: 0, key: source, value, headers: {}, isRedelivery: false });
}

/** The message id that names the prompt; null: the resume names none in its envelope. */
async function referenceTo(
  world: World,
  source: string,
  generation: number,
  nameBy: NonNullable<ResumeStep['nameBy']>,
): Promise<string | null> {
  if (nameBy === 'none' || nameBy === 'memory') return null;
  const kind = nameBy === 'chunk' ? 'pending_approval' : 'requires_human';
  const look = async (): Promise<string | null> => {
    const messages = await publishedMessages(world.bus.outputs);
    return messages.filter((message) => isPrompt(message, source, kind))[generation - 1]?.messageId ?? null;
  };
  let found = await look();
  let seen = world.bus.projected;
  while (found === null) {
    await world.scheduler.runUntil(
      () => world.bus.projected !== seen,
      () => `the ${kind} of generation ${generation} is not published`,
    );
    seen = world.bus.projected;
    found = await look();
  }
  return found;
}

function isPrompt({ key, text }: PublishedMessage, source: string, kind: string): boolean {
  const chunk = memberAt(text, ['body', 'stream_chunk', 'kind']);
  const status = memberAt(text, ['body', 'action_result', 'status']);
  return key === source && (chunk === kind || status === kind);
}

function sentAt(world: World, source: string, { sentBefore }: ResumeStep): number {
  if (sentBefore === undefined) return world.scheduler.now();
  const prompt = world.index
    .stream(bindingStream(source))
    .find(({ row }) => row.type === 'ApprovalRequested' && memberAt(row.data, ['generation']) === sentBefore);
  const recorded = prompt === undefined ? null : memberAt(prompt.row.metadata, ['recorded_at']);
  if (typeof recorded !== 'string') throw new Error(`there is no prompt of generation ${sentBefore}`);
  return Date.parse(recorded) - 1;
}
