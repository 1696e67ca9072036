/** Texts that the derived build names by a key only. */
const EMPTY_RESPONSE =
  'the model returned empty content after retries and any fallback providers. ' +
  'Try `continue`, switch model/provider, or inspect the tool output above.';
const NO_TURNS_LEFT =
  'the maximum tool-iteration limit was reached before a final answer. ' +
  'Send `continue` to keep going, or raise `max_iterations`.';

const LONG_KEY = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Replaces what differs between any two runs: ids by the order they were given out, times, durations, row ids. */
export class Mask {
  /** Puts keys back where the recorder wrote only their length. */
  static restoreKeys(text: string): string {
    return text.replaceAll('<36 characters>', LONG_KEY).replaceAll('<24 characters>', LONG_KEY.slice(0, 24));
  }

  /** Sessions of a list that were started earlier belong to other scenarios on the same server. */
  readonly #sinceSeconds: number;

  constructor(sinceSeconds: number) {
    this.#sinceSeconds = sinceSeconds;
  }

  readonly #ids = new Map<string, string>();

  /** Texts stay comparable byte by byte otherwise: blanks, escapes and key order are kept. */
  apply(text: string): string {
    return (
      ownSessions(text, this.#sinceSeconds)
        .replace(/"request_id": "[0-9a-f]{32}"/g, '"request_id": "<id>"')
        .replaceAll('0.22.2.post1', '0.22.2')
        // What a tool gave back on the recorder's machine, and an untranslated text key of the derived build.
        .replace(/("duration": [^,]*, "error": \w+, "preview": )"(?:[^"\\]|\\.)*"/g, '$1<result>')
        .replace(
          /"preview": "(display\.preview\.shell_plus_\w+|[^"]* \+ \d+ commands?)", "seq"/g,
          '"preview": <compound>, "seq"',
        )
        // Columns of the derived build, and its untranslated text keys.
        .replace(
          /, "display_kind": (?:null|"[a-z_]*")|, "is_internal_child": \w+|, "pinned": \w+, "archived": \w+, "hidden": \w+/g,
          '',
        )
        .replace(/, "pagination": \{[^{}]*\}/g, '')
        .replace(/, \\"user_summary\\": \\"[^"]*"/g, '')
        .replace(/"title": "[^"]*"/g, '"title": null')
        .replaceAll('explainer.no_reply_prefix', '\\u26a0\\ufe0f No reply: ')
        .replaceAll('explainer.empty_response', EMPTY_RESPONSE)
        .replaceAll('explainer.exit.max_iterations_reached', NO_TURNS_LEFT)
        .replace(/("preview": )"display\.preview\.delegate_tasks"/g, '$1<tasks>')
        .replace(/("preview": )"\d tasks: [^"]*"(?=, "seq")/g, '$1<tasks>')
        .replaceAll('`hermes -z`, a cron job, a Kanban worker, or a', '`hermes -z` or a cron job, or a')
        .replace(/"active_delegations": \d+/g, '"active_delegations": <number>')
        .replace(/"process_completions": \d+/g, '"process_completions": <number>')
        .replace(/"used_percent": [\d.]+/g, '"used_percent": <float>')
        .replace(/(\{\\"status\\": \\"dispatched)(?:[^"\\]|\\.)*/g, '$1')
        .replace(/(\[ASYNC DELEGATION BATCH COMPLETE)(?:[^"\\]|\\.)*/g, '$1')
        .replace(/"shutdown_requested_at": \d+\.\d+/g, '"shutdown_requested_at": <float>')
        .replace(/proc_[0-9a-f]{12}/g, 'proc_<id>')
        .replace(/deleg_[0-9a-f]{8}/g, 'deleg_<id>')
        .replace(/"sa-(\d+)-[0-9a-f]{8}"/g, '"sa-$1-<id>"')
        .replace(/\b\d{8}_\d{6}_[0-9a-f]{6}\b/g, '<child>')
        .replace(/\\"pid\\": \d+/g, '\\"pid\\": <pid>')
        .replace(/(duration_seconds\\": )\d+\.\d+/g, '$1<float>')
        .replace(/run_[0-9a-f]{32}/g, (id) => this.#name(id))
        .replaceAll(LONG_KEY, '<36 characters>')
        .replace(
          /"(timestamp|updated_at|created_at|started_at|ended_at|last_active|duration)": \d+\.\d+/g,
          '"$1": <float>',
        )
        .replace(/"updated_at": "[^"]*\+00:00"/g, '"updated_at": "<time>"')
        .replace(/"created": \d+/g, '"created": <seconds>')
        .replace(/"id": \d+/g, '"id": <row>')
    );
  }

  #name(id: string): string {
    const known = this.#ids.get(id) ?? `run_${this.#ids.size + 1}`;
    this.#ids.set(id, known);
    return known;
  }
}

const LISTED =
  /^(\{"object": "list", "data": \[)(\{"id": "[^"]*", "source": .*)?(\], "limit": \d+, "offset": \d+), "has_more": \w+\}$/;

/**
 * Keeps the sessions of a list that were started since, in the order of their previews: which of two children
 * acts first is chance. Whether there are more depends on the sessions left out.
 */
function ownSessions(text: string, sinceSeconds: number): string {
  const [, head, listed = '', tail] = LISTED.exec(text) ?? [];
  if (head === undefined || tail === undefined) return text;
  const own = (listed.match(/\{"id": [^{}]*\}/g) ?? [])
    .filter((session) => Number(/"started_at": ([\d.]+)/.exec(session)?.[1]) >= sinceSeconds)
    .sort((a, b) => (previewOf(a) < previewOf(b) ? -1 : 1));
  return `${head}${own.join(', ')}${tail}}`;
}

function previewOf(session: string): string {
  return /"preview": "([^"]*)"/.exec(session)?.[1] ?? '';
}

/** The child sessions a list shows, by preview. */
export function listedChildren(text: string): ReadonlyMap<string, string> {
  return new Map(
    (text.match(/\{"id": "\d{8}_[^{}]*\}/g) ?? []).map((session) => [
      previewOf(session),
      /"id": "([^"]*)"/.exec(session)?.[1] ?? '',
    ]),
  );
}
