import { answersTo } from '../world/answers-to.js';
import type { Judged } from './judged.js';

/** G6: everything that was sent is decided and answered in each way exactly as often as it is to be; nothing else is answered. */
export function answerFindings({ sent, messages, undecided }: Judged): readonly string[] {
  const known = new Set(sent.map(({ messageId }) => messageId));
  const strangers = messages.filter(
    ({ topic, inResponseTo }) => topic === 'results' && !known.has(inResponseTo),
  );
  return [
    ...(undecided === 0 ? [] : [`G6: ${undecided} records are not decided`]),
    ...strangers.map(({ text }) => `G6: an answer to nothing that was sent: ${text}`),
    ...sent.flatMap((command) => {
      const came = JSON.stringify(answersTo(command, messages));
      const due = JSON.stringify(command.answers);
      return came === due ? [] : [`G6: to ${command.messageId ?? 'bytes'} came ${came}, due is ${due}`];
    }),
  ];
}
