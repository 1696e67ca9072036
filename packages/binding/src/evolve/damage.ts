import type { BindingEventType } from '../events/binding-event.js';
import type { BindingState } from '../state.js';

/** Damage texts kept: enough to see a pattern, bounded whatever the stream holds (G13). */
export const MAX_DAMAGE = 16;

/** Notes an event that the state table forbids here or whose data cannot be read (SPEC 3); newest last. */
export function noteDamage(state: BindingState, type: BindingEventType, revision: number): void {
  state.damage.push(`${revision}: ${type} in ${state.binding.status}`);
  if (state.damage.length > MAX_DAMAGE) state.damage.shift();
}
