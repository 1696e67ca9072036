import { expect, it } from 'vitest';
import { enduringWriter, type TextSink } from './enduring-writer.js';

/** A disk that is full while told so. */
class Disk {
  readonly written: string[] = [];
  full = false;

  /** Like the process's own streams it goes on after an error. */
  readonly stream: TextSink = {
    write: (text, done) => {
      if (!this.full) this.written.push(text);
      done(this.full ? new Error('ENOSPC') : null);
    },
  };
}

it('what a full disk swallows is counted, and told once when writing works again', () => {
  const target = new Disk();
  const write = enduringWriter(target.stream, (lost) => write(`lost ${lost}`));
  write('a');
  target.full = true;
  write('b');
  write('c');
  target.full = false;
  write('d');
  write('e');
  expect(target.written).toEqual(['a', 'd', 'lost 2', 'e']);
});

it('a word about it that is lost too is told with the next', () => {
  const target = new Disk();
  const write = enduringWriter(target.stream, (lost) => {
    if (lost === 1) target.full = true;
    write(`lost ${lost}`);
    target.full = false;
  });
  target.full = true;
  write('a');
  target.full = false;
  write('b');
  write('c');
  expect(target.written).toEqual(['b', 'c', 'lost 2']);
});
