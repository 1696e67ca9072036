/** The files of the suite that need a Hermes of our own, each with what a server that is only given lacks for it. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  'runs.test.ts':
    'exact text, tools, split characters, errors of the model, outputs of 1 MB: its model cannot be scripted',
  'questions.test.ts': 'a question before a dangerous command: nothing dangerous is asked of it',
  'caps.test.ts': 'the limit of runs at once: it may have other work, and its limit is not known',
  'provider.test.ts':
    'SIGKILL, SIGTERM and restarts of Hermes, starts cut on the way: it is not ours to kill',
};

/** The file that every server can be held against. */
export const FOR_ANY_SERVER = 'any-server.test.ts';
