import type { Topic } from '../port.js';

/** One write as the fault hooks of a memory bus see it. */
export interface MemoryWrite {
  readonly port: 'commandSink' | 'deadLetters' | 'errorReplies' | 'projectionSink';
  readonly records: readonly { readonly topic: Topic; readonly key: string | null }[];
}
