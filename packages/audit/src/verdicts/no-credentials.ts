import type { Json, JsonObject } from '@aip-hermes/aip';
import { redactProvider, redactText } from '@aip-hermes/binding';
import type { CaseFile } from '../case-file.js';
import type { EvidenceRow } from '../evidence-row.js';
import { judge } from '../judge.js';
import { listAt, objectAt } from '../json-at.js';
import type { Verdict } from '../verdict.js';

/** Members in which the provider's words stand. */
const PROVIDER_MEMBERS = ['provider', 'answer', 'diagnostic'] as const;

/**
 * G10: no credential in events or messages. Given credentials are looked for exactly, everywhere; without them the
 * documented patterns are looked for in what the provider said, which is best effort (DESIGN 6). What a caller wrote
 * is the caller's and is searched for given credentials only.
 */
export function noCredentials(file: CaseFile): Verdict {
  const rows = [...file.steps, ...file.refusals, ...file.replays, ...file.resumes];
  const breaches = rows.flatMap((row) => breachesOf(row, file.secrets));
  for (const { message, row } of file.derived)
    if (holdsSecret(message.value, file.secrets))
      breaches.push(`a message of ${row.type} at revision ${row.revision} holds a given credential`);
  const holds =
    file.secrets.length === 0
      ? 'nothing in the words of the provider looks like a credential (documented patterns, best effort; no credential was given to look for)'
      : `no given credential appears (${file.secrets.length} looked for), and nothing in the words of the provider looks like one`;
  return judge('G10', { breaches, holds, gap: null });
}

function breachesOf({ row, data }: EvidenceRow, secrets: readonly string[]): string[] {
  const at = `${row.type} at revision ${row.revision}`;
  const breaches: string[] = [];
  if (holdsSecret(row.data, secrets) || holdsSecret(row.metadata, secrets))
    breaches.push(`${at} holds a given credential`);
  // A cut text may end inside a mask, which then looks like something to mask.
  if (listAt(data, 'truncated').length > 0) return breaches;
  if (PROVIDER_MEMBERS.some((member) => looksLikeCredential(objectAt(data, member))))
    breaches.push(`${at} holds what looks like a credential`);
  return breaches;
}

function looksLikeCredential(said: JsonObject | null): boolean {
  if (said === null) return false;
  const redacted: Json = redactProvider(said, []);
  return redacted !== said;
}

/** The given credentials in each of their forms; what only patterns match is masked on both sides. */
function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.length > 0 && redactText(text, secrets) !== redactText(text, []);
}
