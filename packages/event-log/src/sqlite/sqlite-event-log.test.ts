import { describe } from 'vitest';
import { appendContract } from '../contract/append-contract.js';
import { idContract } from '../contract/id-contract.js';
import { eventLogContract, type LogFactory } from '../contract/index.js';
import { openSqliteEventLog } from './index.js';
import { aDirectory } from './test-directory.js';

eventLogContract('sqlite', sqliteLog(true));

describe('one commit per append', () => {
  appendContract(sqliteLog(false));
  idContract(sqliteLog(false));
});

function sqliteLog(groupCommit: boolean): LogFactory {
  return async () => {
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
  };
}
