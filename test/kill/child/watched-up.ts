/**
 * The product's own `up`, whole, with the points of `test/points` around its log and bus. Writes each point to stdout, and
 * kills itself at one of them. Usage: watched-up.js ARM ARGUMENTS-OF-UP..., where ARM is an `Arm` as JSON, or null.
 */
import { main, type Store } from '@aip-hermes/cli';
import type { ProjectionSink } from '@aip-hermes/message-bus';
import { writeSync } from 'node:fs';
import { basename } from 'node:path';
import type { About, Reached } from '../../points/reached.js';
import { aboutRecords, watchSink, watchSource } from '../../points/watch-bus.js';
import { watchLog } from '../../points/watch-log.js';
import { ArmCounter, type Arm, type Mark } from './arm.js';
import { beforeCommits } from './before-commits.js';

const STDOUT = 1;
const NAME = 'up';

const [arm = 'null', ...args] = process.argv.slice(2);
const counter = new ArmCounter(JSON.parse(arm) as Arm | null);
/** What is being published. */
let publishing: About | null = null;

const reached: Reached = (point, { action }) => {
  const mark: Mark = { event: 'reached', point, action };
  writeSync(STDOUT, `${JSON.stringify(mark)}\n`);
  if (!counter.isHere(point, { action })) return Promise.resolve();
  process.kill(process.pid, 'SIGKILL');
  return new Promise(() => undefined);
};

beforeCommits((file) => {
  if (publishing !== null && basename(file) === 'bus.db')
    void reached('after-produce-before-commit', publishing);
});
await main(['up', ...args], watched);

function watched(store: Store): Store {
  const { log, bus } = store;
  return {
    log: watchLog(log, reached, NAME),
    bus: {
      ...bus,
      commandSource: (group) => watchSource(bus.commandSource(group), reached, NAME),
      projectionSink: (shard) =>
        watchSink(noting(bus.projectionSink(shard)), reached, NAME, { tellsProduce: true }),
    },
    close: () => store.close(),
  };
}

/** A sink of which is known what it publishes at the moment. */
function noting(sink: ProjectionSink): ProjectionSink {
  return {
    position: () => sink.position(),
    close: () => sink.close(),
    publish: async (records, position, expected) => {
      publishing = records.length === 0 ? null : aboutRecords(records, NAME);
      try {
        await sink.publish(records, position, expected);
      } finally {
        publishing = null;
      }
    },
  };
}
