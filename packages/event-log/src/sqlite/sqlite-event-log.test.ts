import { eventLogContract } from '../contract/index.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory } from './test-directory.js';

for (const groupCommit of [true, false]) {
  eventLogContract(groupCommit ? 'sqlite' : 'sqlite, one commit per append', async () => {
    const directory = aDirectory();
    let time = 1_000;
    const options = { file: directory.file('log.db'), now: () => time, pollMs: 5, groupCommit };
    const log = openSqliteEventLog(options);
    const secondWriter = openSqliteEventLog(options);
    const opened = [log, secondWriter];
    return {
      log,
      secondWriter,
      reopen: async () => {
        await log.close();
        const again = openSqliteEventLog(options);
        opened.push(again);
        return again;
      },
      advance: (ms) => {
        time += ms;
      },
      dispose: async () => {
        for (const each of opened) await each.close();
        directory.remove();
      },
    };
  });
}
