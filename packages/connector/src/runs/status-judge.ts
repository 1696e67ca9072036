import { meaningOfStatus, type LostObservation } from '@aip-hermes/binding';
import type { JsonObject } from '@aip-hermes/aip';
import type { StatusOutcome } from '@aip-hermes/hermes-client';

/** What a status read means for the observer (SPEC O8, O9). */
export type StatusVerdict =
  | { readonly kind: 'ended'; readonly word: string; readonly document: JsonObject }
  /** `changed`: something differs from the read before. */
  | {
      readonly kind: 'alive';
      readonly word: string;
      readonly document: JsonObject;
      readonly changed: boolean;
    }
  /** Suspicious: ask once more before believing it. */
  | { readonly kind: 'confirm' }
  | { readonly kind: 'lost'; readonly lost: LostObservation }
  | { readonly kind: 'transient'; readonly reason: string; readonly retryAfterMs: number | null };

/**
 * Judges the status reads of one run. An unsupported word or a 404 is believed only when the next read says so
 * too; a read that fails for the moment neither confirms nor clears a suspicion.
 */
export class StatusJudge {
  #suspected: 'gone' | 'word' | null = null;
  #last = '';

  judge(outcome: StatusOutcome): StatusVerdict {
    switch (outcome.kind) {
      case 'transient':
        return { kind: 'transient', reason: outcome.reason, retryAfterMs: outcome.retryAfterMs };
      case 'not_found':
        return this.#suspect('gone', { why: 'gone', detail: outcome.reason });
      case 'status':
        return this.#judgeWord(outcome.status, outcome.document);
    }
  }

  #judgeWord(word: string, document: JsonObject): StatusVerdict {
    switch (meaningOfStatus(word)) {
      case 'ended':
        return { kind: 'ended', word, document };
      case 'unsupported':
        return this.#suspect('word', { why: 'unsupported_status', word });
      case 'alive': {
        this.#suspected = null;
        const face = [word, document['last_event'], document['updated_at']].map(String).join('|');
        const changed = face !== this.#last;
        this.#last = face;
        return { kind: 'alive', word, document, changed };
      }
    }
  }

  #suspect(what: 'gone' | 'word', lost: LostObservation): StatusVerdict {
    if (this.#suspected === what) return { kind: 'lost', lost };
    this.#suspected = what;
    return { kind: 'confirm' };
  }
}
