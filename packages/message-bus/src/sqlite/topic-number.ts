import type { Topic } from '../port.js';

/** How topics stand in the file; numbers are never given a new meaning. */
const TOPICS: readonly Topic[] = ['commands', 'stream_chunks', 'results', 'dead_letters'];

/** The number of a topic in the file. */
export function topicNumber(topic: Topic): number {
  return TOPICS.indexOf(topic);
}

/** The topic of a number from the file; a number of no topic is a damaged file. */
export function topicOf(number: number): Topic {
  const topic = TOPICS[number];
  if (topic === undefined) throw new RangeError(`unknown topic number ${number} in the message bus file`);
  return topic;
}
