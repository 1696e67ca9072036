import type { SeenMessage } from './seen-message.js';
import type { Answers, SentCommand } from './sent-command.js';

/** What came to a command on the bus. Dead letters are told by the key, under which there is one bad record at most. */
export function answersTo({ messageId, key }: SentCommand, messages: readonly SeenMessage[]): Answers {
  const isResult = ({ result }: SeenMessage): boolean => result !== null;
  const replies =
    messageId === null
      ? []
      : messages.filter(({ topic, inResponseTo }) => topic === 'results' && inResponseTo === messageId);
  const letters = messages.filter((message) => message.topic === 'dead_letters' && message.key === key);
  const results = replies.filter(isResult).length;
  return {
    acks: replies.length - results,
    results,
    deadLetters: messageId === null ? letters.length : 0,
  };
}
