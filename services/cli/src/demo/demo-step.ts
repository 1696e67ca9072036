import { capabilityIdOf } from '@aip-hermes/binding';
import { parseLossless, DEFAULT_MAX_DEPTH, type LosslessJsonObject } from '@aip-hermes/aip';
import { actionOf } from '../submit/as-envelope.js';
import { commandOf, rawCommandOf, type ReadyCommand } from '../submit/command-of.js';
import type { Submitter } from '../submit/submitter.js';

/** One thing the demo does. */
export interface DemoStep {
  readonly title: string;
  readonly command: ReadyCommand;
  /** `none`: nothing may come of it; what follows on the same key shows that it was taken. */
  readonly answer: 'reply' | 'none' | 'dead_letter';
  /** Shown when nothing is published. */
  readonly outcome?: string;
}

const ENDPOINT = 'simulator';

/** The steps of the demo, in order. The last four are about the first one's Action, but for the bad bytes. */
export function demoSteps(by: Submitter): readonly DemoStep[] {
  const objective = (text: string, actionId?: string): LosslessJsonObject =>
    actionOf(
      {
        objective: text,
        capabilityId: capabilityIdOf(ENDPOINT),
        context: undefined,
        mode: 'streaming',
        idempotencyKey: undefined,
        actionId,
        timeoutMs: undefined,
      },
      by,
    );
  const stream = ready(
    objective('Look at the folder and tell what is there. SCRIPT=run-tool-with-reasoning'),
    by,
  );
  const again = actionIn(stream);
  return [
    {
      title: 'An objective: text, thought and tool events, and its result',
      command: stream,
      answer: 'reply',
    },
    {
      title: 'The provider refuses the start with a 4xx',
      command: ready(objective('Do what the provider refuses. FAULT=start-422'), by),
      answer: 'reply',
    },
    {
      title: 'The answer to the start is lost: nobody knows, so nothing is repeated',
      command: ready(objective('Work that starts while the answer is lost. SCRIPT=plain FAULT=lost-202'), by),
      answer: 'reply',
    },
    {
      title: 'The first command is delivered once more, the same message',
      command: stream,
      answer: 'none',
      outcome: 'nothing is appended, nothing is started, nothing is published again',
    },
    {
      title: 'The finished Action is asked for in a new message: its stored result',
      command: ready(again, by),
      answer: 'reply',
    },
    {
      title: 'Its id is reused with another objective: refused',
      command: ready({ ...again, input: { objective: 'Something else under the same id.' } }, by),
      answer: 'reply',
    },
    {
      title: 'Bytes that are no command: kept as a dead letter, everything else goes on',
      command: rawCommandOf(new TextEncoder().encode('{"this is": no command')),
      answer: 'dead_letter',
      outcome: 'a dead letter with its bytes',
    },
  ];
}

function ready(action: LosslessJsonObject, by: Submitter): ReadyCommand {
  const read = commandOf(action, by);
  if (read.kind === 'bad') throw new Error(`the demo made a bad command: ${read.problems.join('; ')}`);
  return read.command;
}

/** The Action inside a ready command, exactly. */
function actionIn({ value }: ReadyCommand): LosslessJsonObject {
  const parsed = parseLossless(value, { maxBytes: value.byteLength, maxDepth: DEFAULT_MAX_DEPTH });
  if (parsed.kind === 'bad') throw new Error('the demo made a command that cannot be read');
  const { body } = parsed.value as unknown as { readonly body: { readonly action: LosslessJsonObject } };
  return body.action;
}
