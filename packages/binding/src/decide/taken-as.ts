/** How a message id was taken before: not at all, by this very command, or by another one (SPEC M9). */
export type TakenAs = 'new' | 'same' | 'other';

/** Compares a command with what its message id stands for; without a recorded digest it counts as the same. */
export function takenAs(recorded: string | null, commandSha256: string): Exclude<TakenAs, 'new'> {
  return recorded === null || recorded === commandSha256 ? 'same' : 'other';
}
