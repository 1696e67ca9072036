import { describe, expect, it } from 'vitest';
import { progressLine } from './progress-line.js';

function terminal(
  isTTY: boolean,
  columns = 20,
): { readonly text: () => string } & Parameters<typeof progressLine>[1] {
  const written: string[] = [];
  return { isTTY, columns, write: (text: string) => written.push(text), text: () => written.join('') };
}

describe('a line of progress', () => {
  it('is shown on a terminal, cut to its width and without what steers it, and taken away without a trace', () => {
    const screen = terminal(true);
    const line = progressLine({ json: false }, screen);
    line.show('one two three four five six \u001b[31m');
    line.show('too soon');
    line.clear();
    line.clear();
    expect(screen.text()).toBe('\r\u001b[Kone two three four…\r\u001b[K');
  });

  it('a terminal that tells no width gets 80 columns', () => {
    const screen = terminal(true, 0);
    progressLine({ json: false }, screen).show('x'.repeat(100));
    expect(screen.text()).toBe(`\r\u001b[K${'x'.repeat(78)}…`);
  });

  it.each([
    [false, false],
    [true, true],
    [false, true],
  ])('is not shown elsewhere: terminal %j, --json %j', (isTTY, json) => {
    const screen = terminal(isTTY);
    const line = progressLine({ json }, screen);
    line.show('text');
    line.clear();
    expect(screen.text()).toBe('');
  });
});
