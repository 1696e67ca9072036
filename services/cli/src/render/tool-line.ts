import { textAt, type Loose } from '../watch/published.js';
import { printableLine } from './printable.js';
import type { Style } from './style.js';

/** One line about a tool that started or ended. */
export function toolLine(event: Loose | null, style: Style): string {
  const tool = printableLine(textAt(event, 'tool') ?? 'tool', 60);
  if (textAt(event, 'event') !== 'tool.completed') {
    const preview = textAt(event, 'preview');
    return `${style.accent(`> ${tool}`)}${preview === null ? '' : ` ${printableLine(preview, 120)}`}`;
  }
  const seconds = event?.['duration'];
  const time = typeof seconds === 'number' ? ` ${seconds.toFixed(1)} s` : '';
  const failed = event?.['error'] === true;
  return failed ? style.bad(`< ${tool} failed${time}`) : style.dim(`< ${tool}${time}`);
}
