import type { RunFacts, Violation } from './facts.js';

/** G11: what is no command lies on the dead-letter topic, once, with its bytes; nothing else does. */
export function checkDeadLetters({ delivered, bus }: RunFacts): readonly Violation[] {
  const letters = new Map<string, string[]>();
  for (const record of bus) {
    if (record.topic !== 'dead_letters') continue;
    const offset = record.headers['aip-dead-letter-offset'] ?? '';
    letters.set(offset, [...(letters.get(offset) ?? []), record.text]);
  }
  return delivered.flatMap(({ offset, bytes, dead }) => {
    const found = letters.get(String(offset)) ?? [];
    const text = new TextDecoder().decode(bytes);
    const good = dead ? found.length === 1 && found[0] === text : found.length === 0;
    return good ? [] : [{ guarantee: 'G11', why: `record ${offset} has ${found.length} dead letters` }];
  });
}
