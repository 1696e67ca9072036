import type { BindingStatus } from '@aip-hermes/binding';
import type { Style } from './style.js';

/** A binding's state, coloured by what it means for a person. */
export function statusText(status: BindingStatus, style: Style): string {
  switch (status) {
    case 'completed':
      return style.good(status);
    case 'failed':
    case 'outcome_unknown':
      return style.bad(status);
    case 'cancelled':
    case 'cancelling':
    case 'waiting_for_approval':
      return style.warn(status);
    case 'starting':
    case 'running':
      return style.accent(status);
  }
}
