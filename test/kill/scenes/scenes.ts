import { COMPLETED, delta, type PlannedStep } from '../provider/run-plan.js';
import type { KillWorld } from '../world/kill-world.js';
import { actionCommand, noCommand } from '../world/sent-command.js';
import type { SeenMessage } from '../world/seen-message.js';
import { runBystander } from './bystander.js';
import type { Scene } from './scene.js';

/** What a run says before its last words. */
const WORDS = [
  delta('All '),
  delta('good'),
  { event: 'tool.started', tool: 'terminal', preview: 'ls' },
  { event: 'tool.completed', tool: 'terminal', duration: 0.1, error: false },
] as const;

/** One Action, each of its events said when the one before is published: one publication for each. */
export const plain: Scene = {
  policy: {},
  holdsTarget: false,
  play: async (world, target) => {
    world.provider.plan(target, { steps: [...paced(world, target), COMPLETED] });
    await world.put(command(target));
  },
};

/** The same, and the provider does not answer the start while the process lives. */
export const unansweredStart: Scene = {
  policy: {},
  holdsTarget: false,
  play: async (world, target) => {
    world.provider.plan(target, { beforeAnswer: () => world.process.exit, steps: [COMPLETED] });
    await world.put(command(target));
  },
};

/** The only slot is taken by the bystander until nothing is held back any more. */
export const busy: Scene = {
  policy: { max_concurrent_runs: 1 },
  holdsTarget: true,
  play: async (world, target) => {
    await runBystander(world);
    await world.put(command(target));
  },
};

/**
 * Five records about one Action that goes on meanwhile, each sent when the one before is decided: its command, the same
 * again, a replay, something else under its id, and bytes that are no command.
 */
export const fiveRecords: Scene = {
  policy: {},
  holdsTarget: false,
  play: async (world, target) => {
    let goOn: () => void = () => undefined;
    const allSent = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    world.provider.plan(target, { steps: [delta('All '), () => allSent, COMPLETED] });
    const first = actionCommand({
      action: target,
      messageId: `msg_${target}`,
      mode: 'async',
      answers: { acks: 1 },
    });
    await world.put(first);
    await Promise.race([world.provider.called('events', target), world.process.exit]);
    await world.decidedOrEnd();
    await world.redeliver(first);
    await world.decidedOrEnd();
    const beside = { action: target, mode: 'sync' } as const;
    for (const record of [
      actionCommand({ ...beside, messageId: `msg_${target}_again` }),
      actionCommand({ ...beside, messageId: `msg_${target}_other`, input: { objective: 'Something else' } }),
      noCommand(target),
    ]) {
      await world.put(record);
      await world.decidedOrEnd();
    }
    await Promise.race([world.view.until((messages) => isRefused(messages, target)), world.process.exit]);
    goOn();
  },
};

function isRefused(messages: readonly SeenMessage[], action: string): boolean {
  return messages.some(
    ({ result }) => result?.actionId === action && (result.code ?? '').endsWith('.operator_policy'),
  );
}

/** The log cannot be written from the moment on at which a process is to record something. */
export const lockedLog = {
  /** A command. */
  create: {
    policy: {},
    holdsTarget: false,
    play: async (world, target) => {
      world.lockLog();
      await world.put(command(target));
    },
  },
  /** The run id. */
  bind: {
    policy: {},
    holdsTarget: false,
    play: async (world, target) => {
      world.provider.plan(target, { beforeAnswer: locking(world), steps: [COMPLETED] });
      await world.put(command(target));
    },
  },
  /** The end. */
  end: {
    policy: {},
    holdsTarget: false,
    play: async (world, target) => {
      world.provider.plan(target, { steps: [...paced(world, target), locking(world), COMPLETED] });
      await world.put(command(target));
    },
  },
} as const satisfies Readonly<Record<string, Scene>>;

/** The first command of an Action. */
function command(action: string): ReturnType<typeof actionCommand> {
  return actionCommand({ action, messageId: `msg_${action}` });
}

function locking(world: KillWorld): () => Promise<void> {
  return () => {
    world.lockLog();
    return Promise.resolve();
  };
}

function paced(world: KillWorld, target: string): readonly PlannedStep[] {
  return WORDS.flatMap((word, index) => [word, () => world.chunksOrEnd(target, index + 1)]);
}
