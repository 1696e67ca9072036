/** Why a file or directory cannot be written, for a person, by the code of the file system's error. */
export const WRITE_REASONS: Readonly<Record<string, string>> = {
  EROFS: 'the file system is read-only',
  EACCES: 'it is not writable for this user',
  EPERM: 'it is not writable for this user',
  ENOSPC: 'the disk is full',
};
