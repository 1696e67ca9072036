/**
 * The product's own `up`, whole, with the points of `test/points` around its log and bus. Writes each point to stdout, and
 * kills itself at one of them. Usage: watched-up.ts ARM ARGUMENTS-OF-UP..., where ARM is an `Arm` as JSON, or null.
 */
import { main, type Store } from '@aip-hermes/cli';
import { writeSync } from 'node:fs';
import type { Reached } from '../../points/reached.js';
import { watchSink, watchSource } from '../../points/watch-bus.js';
import { watchLog } from '../../points/watch-log.js';
import { ArmCounter, type Arm, type Mark } from './arm.js';

const STDOUT = 1;
const NAME = 'up';

const [arm = 'null', ...args] = process.argv.slice(2);
const counter = new ArmCounter(JSON.parse(arm) as Arm | null);

const reached: Reached = (point, { action }) => {
  const mark: Mark = { event: 'reached', point, action };
  writeSync(STDOUT, `${JSON.stringify(mark)}\n`);
  if (!counter.isHere(point, { action })) return Promise.resolve();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

await main(['up', ...args], watched);

function watched(store: Store): Store {
  const { log, bus } = store;
  return {
    log: watchLog(log, reached, NAME),
    bus: {
      partitions: bus.partitions,
      commandSink: bus.commandSink,
      deadLetters: bus.deadLetters,
      errorReplies: bus.errorReplies,
      reader: bus.reader,
      commandSource: (group) => watchSource(bus.commandSource(group), reached, NAME),
      projectionSink: (shard) => watchSink(bus.projectionSink(shard), reached, NAME),
      close: () => bus.close(),
    },
    close: () => store.close(),
  };
}
