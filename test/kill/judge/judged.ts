import type { ProviderCall } from '../provider/kill-provider.js';
import type { SeenMessage } from '../world/seen-message.js';
import type { SentCommand } from '../world/sent-command.js';

/** What a guarantee is judged by: what was sent, what the provider saw and what stands on the bus. */
export interface Judged {
  readonly sent: readonly SentCommand[];
  readonly calls: readonly ProviderCall[];
  readonly messages: readonly SeenMessage[];
  /** Records whose offset has not moved, when all is over. */
  readonly undecided: number;
}

/** The Actions that were asked for. */
export function actionsOf({ sent }: Pick<Judged, 'sent'>): readonly string[] {
  return [...new Set(sent.map(({ key }) => key))];
}
