import type { Script } from './script.js';

const CLEAN_UP = {
  command: 'rm -r ./build',
  description: 'recursive delete',
  patternKey: 'recursive delete',
} as const;

/** Scripts every simulator knows; a script file may replace one by its name. */
export const BUILT_IN_SCRIPTS: readonly Script[] = [
  { name: 'plain', turns: [{ chunks: ['Hel', 'lo ', 'wor', 'ld.'], gap: 0.15 }] },
  // The recorded scenario of the same name, 0.19.0.
  {
    name: 'run-tool-with-reasoning',
    turns: [
      {
        reasoning: ['I should ', 'look at the folder.'],
        gap: 0.05,
        toolCalls: [{ name: 'terminal', arguments: { command: 'ls -a' } }],
      },
      { reasoning: ['The folder ', 'is empty.'], chunks: ['Nothing ', 'there.'] },
    ],
  },
  {
    name: 'approval',
    steps: [
      { text: ['The build folder is stale, ', 'I will remove it.'], gapMs: 100 },
      { reasoning: 'The build folder is stale, I will remove it.' },
      {
        tool: {
          name: 'terminal',
          preview: CLEAN_UP.command,
          durationMs: 300,
          approval: CLEAN_UP,
        },
        ifAllowed: [{ text: ['\n\nThe build folder ', 'is gone.'], gapMs: 100 }],
        ifDenied: [{ text: ['\n\nI left the build folder ', 'as it is.'], gapMs: 100 }],
      },
    ],
  },
  {
    name: 'failing',
    steps: [
      { text: ['I will try.'] },
      { tool: { name: 'terminal', preview: 'make deploy', durationMs: 200, error: true } },
      { fail: { error: 'HTTP 400: bad request from the model' } },
    ],
  },
  {
    name: 'long',
    turns: [
      {
        chunks: ['I will work through the steps. '],
        toolCalls: Array.from({ length: 5 }, (_, index) => ({
          name: 'terminal',
          arguments: { command: `sleep 4; echo step ${index + 1}` },
        })),
      },
      { chunks: ['All five steps ', 'are done.'], gap: 0.5 },
    ],
  },
];
