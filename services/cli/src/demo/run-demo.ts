import type { Sources, Verdict } from '@aip-hermes/audit';
import { bindingStream, foldBinding, isOperatorActionId, type BindingStatus } from '@aip-hermes/binding';
import { checkLogAndBus } from '@aip-hermes/connector';
import type { MessageBus } from '@aip-hermes/message-bus';
import { secretsOf } from '@aip-hermes/config';
import type { Submitter } from '../submit/submitter.js';
import type { ReadyCommand } from '../submit/command-of.js';
import { objectAt, textAt, type Published } from '../watch/published.js';
import type { BundledSimulator } from '../wire/bundled-simulator.js';
import type { Store } from '../wire/open-store.js';
import type { Service } from '../wire/start-service.js';
import { demoSteps, type DemoStep } from './demo-step.js';
import { demoVerdicts } from './demo-verdicts.js';
import { Feed } from './feed.js';

/** What came of one step. */
export interface DemoOutcome {
  readonly title: string;
  readonly action_id: string | null;
  readonly binding: BindingStatus | null;
  /** Status and code of the reply, or what happened instead of one. */
  readonly result: string;
}

/** How the demo ended. */
export interface DemoEnd {
  readonly outcomes: readonly DemoOutcome[];
  /** What should not have happened, beside broken guarantees. */
  readonly problems: readonly string[];
  readonly verdicts: readonly Verdict[];
}

/** What the demo runs on, and what it tells on its way. */
export interface DemoParts {
  readonly service: Service;
  readonly store: Store;
  readonly bundled: BundledSimulator;
  readonly by: Submitter;
  readonly onStep: (title: string, index: number, count: number) => void;
  readonly onMessage: (message: Published) => void;
  readonly onQuiet: (text: string) => void;
}

/** Does every step, waits for its outcome, and judges the whole. @throws whatever ends the service by itself */
export async function runDemo(parts: DemoParts): Promise<DemoEnd> {
  const { service, store, bundled, by } = parts;
  const feed = new Feed(store.bus.reader, parts.onMessage);
  const lost = Promise.race([service.ended, feed.ended]).then(() => {
    throw new Error('the service ended during the demo');
  });
  // Heard of through the races below; a rejection after them tells nothing new.
  lost.catch(() => undefined);
  await Promise.race([feed.ready, lost]);
  const steps = demoSteps(by);
  const results: string[] = [];
  for (const [index, step] of steps.entries()) {
    parts.onStep(step.title, index, steps.length);
    await send(store.bus, step.command);
    const result = await Promise.race([outcomeOf(step, feed), lost]);
    if (step.answer !== 'reply') parts.onQuiet(result);
    results.push(result);
  }
  await Promise.race([service.settled(), lost]);
  await feed.stop();
  const twice = steps.filter(
    ({ answer, command }) => answer === 'none' && feed.answersTo(command.message_id ?? '').length > 1,
  );
  const outcomes = await Promise.all(steps.map((step, index) => outcome(step, results[index] ?? '', store)));
  const sources = await sourcesOf(store, bundled);
  const actionIds = [...new Set(steps.flatMap(({ command }) => command.action_id ?? []))];
  const evidence = { actionIds, calls: bundled.simulator.callRecord, deadLettered: true };
  const problems = twice.map(({ title }) => `${title}: the same message was answered twice`);
  return { outcomes, problems, verdicts: await demoVerdicts(sources, evidence) };
}

async function send(bus: MessageBus, { key, value }: ReadyCommand): Promise<void> {
  await bus.commandSink.send({ key, value, headers: {} });
}

async function outcomeOf(step: DemoStep, feed: Feed): Promise<string> {
  const { message_id } = step.command;
  switch (step.answer) {
    case 'none':
      return step.outcome ?? '';
    case 'dead_letter':
      await feed.deadLetter();
      return step.outcome ?? '';
    case 'reply':
      return replyText(await feed.answerTo(message_id ?? ''));
  }
}

function replyText({ value }: Published): string {
  const result = objectAt(objectAt(value, 'body'), 'action_result');
  const code = textAt(objectAt(result, 'error'), 'code');
  const status = textAt(result, 'status') ?? 'no result';
  return code === null ? status : `${status}: ${code}`;
}

async function outcome(step: DemoStep, result: string, { log }: Store): Promise<DemoOutcome> {
  const { action_id } = step.command;
  const isId = action_id !== null && isOperatorActionId(action_id);
  const state = isId ? foldBinding(await log.read(bindingStream(action_id))) : null;
  return { title: step.title, action_id, binding: state?.binding.status ?? null, result };
}

async function sourcesOf({ log, bus }: Store, { config }: BundledSimulator): Promise<Sources> {
  const { position } = await checkLogAndBus(log, bus.projectionSink('0'));
  return { log, reader: bus.reader, publishedUpTo: position, secrets: secretsOf(config) };
}
