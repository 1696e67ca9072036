import { describe, expect, it } from 'vitest';
import { sideBySide } from './side-by-side.js';

describe('work side by side', () => {
  it('G13: never more at once than allowed, every item once, answers in order', async () => {
    let now = 0;
    let most = 0;
    const answers = await sideBySide([5, 1, 4, 2, 3], 2, async (item) => {
      now += 1;
      most = Math.max(most, now);
      for (let turns = 0; turns < item; turns += 1) await Promise.resolve();
      now -= 1;
      return item * 10;
    });
    expect(answers).toEqual([50, 10, 40, 20, 30]);
    expect(most).toBe(2);
  });

  it('a failure is thrown and nothing more is begun', async () => {
    const begun: number[] = [];
    const work = async (item: number): Promise<void> => {
      begun.push(item);
      await Promise.resolve();
      throw new Error(`no ${item}`);
    };
    await expect(sideBySide([1, 2, 3], 1, work)).rejects.toThrow('no 1');
    expect(begun).toEqual([1]);
    expect(await sideBySide([], 3, work)).toEqual([]);
  });
});
