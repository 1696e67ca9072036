import { runTask } from './run-task.js';
import type { SeedTask } from './seed-report.js';

// Stacks through a source map cost more than all else, and aborted requests make thousands of errors.
Error.stackTraceLimit = 0;

// One process of the command: runs the seeds it is given, one at a time.
process.on('message', (task: SeedTask) => {
  void runTask(task).then(
    (report) => process.send?.(report),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
