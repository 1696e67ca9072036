/** First release whose stop, stream and cap behave (hermes 0.2, profile B). */
const OLDEST = { major: 0, minor: 19 };

/** What a person should know about a release; nothing for `dev` and other texts that are no number (hermes 0.3). */
export function versionRemarks(version: string | null): readonly string[] {
  if (version === null) return ['The server tells no version: it is older than 0.17, 0.19 is needed.'];
  const parts = /^v?(\d{1,6})\.(\d{1,6})/.exec(version);
  if (parts === null) return [];
  const major = Number(parts[1]);
  const minor = Number(parts[2]);
  const old = major < OLDEST.major || (major === OLDEST.major && minor < OLDEST.minor);
  if (!old) return [];
  return [
    `Release ${major}.${minor} is older than 0.19: a stopped run may go on working, and control of long runs is lost.`,
  ];
}
