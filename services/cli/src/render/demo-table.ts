import type { DemoOutcome } from '../demo/run-demo.js';
import { printableLine } from './printable.js';
import { statusText } from './status-text.js';
import type { Style } from './style.js';
import { table } from './table.js';

/** What happened, one step a line. */
export function demoTable(outcomes: readonly DemoOutcome[], style: Style): string {
  return table(
    ['', 'step', 'action', 'binding', 'result'],
    outcomes.map(({ title, action_id, binding, result }, index) => [
      String(index + 1),
      printableLine(title.split(':')[0] ?? title, 60),
      action_id === null ? '-' : shortId(action_id),
      binding === null ? '-' : statusText(binding, style),
      printableLine(result, 80),
    ]),
    style,
  );
}

/** The end of an id: the part that differs between ids drawn at about the same time. */
function shortId(actionId: string): string {
  return actionId.length <= SHORT ? actionId : `…${actionId.slice(-SHORT)}`;
}

const SHORT = 10;
