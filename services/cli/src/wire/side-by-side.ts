/**
 * Does work for every item, at most `atOnce` at a time; answers in the order of the items. When one rejects, nothing
 * more is begun and the first error is thrown.
 */
export async function sideBySide<T, R>(
  items: readonly T[],
  atOnce: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const waiting = [...items.entries()];
  const answers = new Map<number, R>();
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      try {
        answers.set(next[0], await work(next[1]));
      } catch (error) {
        waiting.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  return items.flatMap((_, index) => (answers.has(index) ? [answers.get(index) as R] : []));
}
