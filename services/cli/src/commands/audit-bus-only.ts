import { busOnly, type Sources } from '@aip-hermes/audit';
import type { MessageReader } from '@aip-hermes/message-bus';
import type { SqliteBus } from '@aip-hermes/message-bus/sqlite';
import type { Output } from '../output.js';
import { auditText } from '../render/audit-text.js';
import { printableLine } from '../render/printable.js';

/** Keys named one a line; the rest is counted (G13). */
const MAX_NAMED = 20;

/** Keys named in the error. */
const MAX_IN_ERROR = 5;

/**
 * Names the keys on the bus whose messages the log does not explain (G12), and says of how many that cannot be known.
 * Answers what is broken, or null. @throws LogUnavailable @throws BusUnavailable
 */
export async function auditBusOnly(
  sources: Sources & { readonly reader: MessageReader },
  bus: Pick<SqliteBus, 'publishedKeys'>,
  output: Output,
): Promise<string | null> {
  const named: string[] = [];
  let broken = 0;
  const tell = (line: string): void => {
    if (output.json) output.note(line);
    else output.line(line);
  };
  let open = 0;
  for await (const { key, kind, audit } of busOnly(sources, (after, limit) =>
    bus.publishedKeys(after, limit),
  )) {
    if (kind === 'refusals') {
      open += 1;
      continue;
    }
    broken += 1;
    if (named.length < MAX_IN_ERROR) named.push(printableLine(key));
    if (audit !== null && output.json) output.value(audit);
    else if (broken > MAX_NAMED) continue;
    else if (audit !== null) output.line(auditText(audit, output.style, output.width));
    else tell(`${printableLine(key)}: on the bus, and no event of the log explains it (G12 broken)`);
  }
  if (broken > MAX_NAMED) tell(`${broken - MAX_NAMED} more keys on the bus that the log does not explain`);
  if (open > 0)
    tell(
      `${open} keys on the bus with only refusals that the log does not have: not checkable, they may be past their retention`,
    );
  if (broken === 0) return null;
  const names = broken > named.length ? `${named.join(', ')}, ...` : named.join(', ');
  return `Broken: G12. Keys on the bus whose messages the log does not explain: ${broken} (${names}). The log lost history: keep the data directory as it is.`;
}
