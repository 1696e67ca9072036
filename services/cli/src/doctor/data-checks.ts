import { basename } from 'node:path';
import type { DirectoryFacts, FileFacts } from '../wire/look-at-files.js';
import { shellWord } from '../render/shell-word.js';
import { byteText } from './byte-text.js';
import { checksOf, type Check, type CheckMaker } from './check.js';

const GROUP_AND_OTHERS = 0o077;
const WRITABLE_BY_OTHERS = 0o022;

/** Below it somebody should free some space, bytes. */
const LOW_DISK_BYTES = 1_073_741_824;

/** Below it the write-ahead logs may not have room, bytes: two of 64 MiB. */
const FULL_DISK_BYTES = 134_217_728;

/** The data directory: whether it is there, whose it is, who may read it, and how full its disk is. */
export function dataChecks(path: string, facts: DirectoryFacts): readonly Check[] {
  const make = checksOf('data');
  return [directoryCheck(path, facts, make), ...fileChecks(facts, make), ...diskChecks(facts, make)];
}

function directoryCheck(path: string, facts: DirectoryFacts, make: CheckMaker): Check {
  const { directory, isDirectory, nearest, writable } = facts;
  if (directory === null) {
    return writable
      ? make.ok('directory', `There is no ${path} yet; \`up\` or \`submit\` makes it.`, { exists: false })
      : make.problem('directory', `There is no ${path}, and it cannot be made in ${nearest}.`, GIVE_ANOTHER, {
          exists: false,
        });
  }
  const values = { exists: true, mode: octal(directory), own: directory.own };
  if (!isDirectory) return make.problem('directory', `${path} is no directory.`, GIVE_ANOTHER, values);
  if (!directory.own) {
    return make.problem('directory', 'It belongs to another user.', `Run as that user. ${ANOTHER}`, values);
  }
  if (!writable) {
    return make.unreachable(
      'directory',
      'Nothing can be written to it by this user.',
      `Check its mode and whether its file system is read-only. ${ANOTHER}`,
      values,
    );
  }
  if ((directory.mode & WRITABLE_BY_OTHERS) !== 0) {
    const text = `Others can write to it (mode ${octal(directory)}); \`up\` refuses it when files are in it.`;
    return make.problem('directory', text, `Check its files, then: chmod 700 ${shellWord(path)}`, values);
  }
  if ((directory.mode & GROUP_AND_OTHERS) !== 0) {
    const text = `Others can look into it (mode ${octal(directory)}).`;
    return make.warning(
      'directory',
      text,
      `The next start closes it; or now: chmod 700 ${shellWord(path)}`,
      values,
    );
  }
  return make.ok('directory', `It is there, for its owner alone (mode ${octal(directory)}).`, values);
}

const GIVE_ANOTHER = 'Give another directory with --data.';
const ANOTHER = 'Or give another directory with --data.';

function fileChecks({ files }: DirectoryFacts, make: CheckMaker): readonly Check[] {
  if (files.length === 0) return [];
  const open = files.filter(({ mode }) => (mode & GROUP_AND_OTHERS) !== 0);
  const foreign = files.filter(({ own }) => !own);
  const values = { files: Object.fromEntries(files.map((it) => [basename(it.path), octal(it)])) };
  const names = (list: readonly FileFacts[]): string => list.map((it) => basename(it.path)).join(', ');
  if (foreign.length > 0) {
    const text = `Files belong to another user: ${names(foreign)}.`;
    return [make.problem('files', text, 'Run as that user, or change their owner.', values)];
  }
  if (open.length > 0) {
    const text = `Others can read or write files: ${names(open)}.`;
    return [
      make.warning(
        'files',
        text,
        `Close them: chmod 600 ${open.map(({ path }) => shellWord(path)).join(' ')}`,
        values,
      ),
    ];
  }
  return [make.ok('files', `${files.length} files, each for its owner alone (mode 0600).`, values)];
}

function diskChecks({ disk, nearest }: DirectoryFacts, make: CheckMaker): readonly Check[] {
  if (disk === null) return [];
  const { freeBytes, totalBytes } = disk;
  const values = { free_bytes: freeBytes, total_bytes: totalBytes };
  const text = `${byteText(freeBytes)} of ${byteText(totalBytes)} are free on the file system of ${nearest}.`;
  const free = 'Free some space: log and bus only grow.';
  if (freeBytes < FULL_DISK_BYTES) return [make.unreachable('disk', text, free, values)];
  return [
    freeBytes < LOW_DISK_BYTES ? make.warning('disk', text, free, values) : make.ok('disk', text, values),
  ];
}

function octal({ mode }: FileFacts): string {
  return mode.toString(8).padStart(4, '0');
}
