// @ts-check

/**
 * A message as it stands on a topic; `aip-hermes watch --json` prints one a line. Only what is read here is named; whole:
 * docs/asyncapi.json.
 *
 * @typedef {object} Message
 * @property {string} topic `stream_chunks` or `results`
 * @property {Record<string, string>} headers
 * @property {{ message_id: string, body: Body }} value the envelope
 *
 * @typedef {object} Body
 * @property {Chunk} [stream_chunk]
 * @property {{ status: string, reason?: string }} [ack]
 * @property {Result} [action_result]
 *
 * @typedef {object} Chunk
 * @property {number} sequence
 * @property {string} kind
 * @property {{ hermes_operator: { event: string } }} data
 * @property {{ text: string }} [part]
 *
 * @typedef {object} Result
 * @property {'completed' | 'failed' | 'cancelled' | 'requires_human'} status
 * @property {{ status: string, pending_approval: object | null }} [output]
 * @property {{ type: string, text?: string }[]} [message]
 * @property {{ message: string }} [error]
 */

/**
 * What became of an Action.
 *
 * @typedef {object} End
 * @property {'completed' | 'failed' | 'cancelled' | 'unknown' | 'rejected'} kind
 * @property {string} text the provider's text, or why it went wrong
 */

/**
 * What a consumer knows of one Action. Takes its messages from both topics in any order and any number of times, as a bus
 * may deliver them (docs/messages.md), and knows when it has all of them.
 */
export class ActionView {
  /** @type {Set<string>} */
  #seen = new Set();
  /** @type {Map<number, Chunk>} */
  #waiting = new Map();
  #told = 0;
  /** How many chunks there are when the end is known. */
  #expected = 0;
  /** @type {End | null} */
  #end = null;
  /** The question a person is asked now, or null. @type {object | null} */
  question = null;

  /**
   * @param {string} actionId
   * @param {{ streaming?: boolean }} [options] `streaming`: whether the Action was sent in that mode; others have no chunks
   */
  constructor(actionId, { streaming = true } = {}) {
    this.actionId = actionId;
    this.streaming = streaming;
  }

  /**
   * Takes a message; returns the chunks that can be told now, in order.
   *
   * @param {Message} message
   * @returns {Chunk[]}
   */
  take({ topic, headers, value }) {
    // The id is derived from the recorded event: the same message always has the same one.
    if (this.#seen.has(value.message_id)) return [];
    this.#seen.add(value.message_id);
    const { stream_chunk: chunk } = value.body;
    if (topic === 'stream_chunks' && chunk !== undefined) return this.#takeChunk(chunk);
    // Replies to a resume go under its source's key; the header says which Action a reply is about.
    if (headers['aip-action-id'] === this.actionId) this.#takeReply(headers, value.body);
    return [];
  }

  /** The end, once it and, in mode streaming, all chunks are here: no order holds between the two topics. */
  get end() {
    return this.streaming && this.#told < this.#expected ? null : this.#end;
  }

  /** @param {Chunk} chunk */
  #takeChunk(chunk) {
    this.#waiting.set(chunk.sequence, chunk);
    const ready = [];
    for (let next = this.#waiting.get(this.#told); next; next = this.#waiting.get(this.#told)) {
      this.#waiting.delete(this.#told);
      this.#told += 1;
      ready.push(next);
    }
    return ready;
  }

  /**
   * @param {Record<string, string>} headers
   * @param {Body} body
   */
  #takeReply(headers, { ack, action_result: result }) {
    if (ack?.status === 'rejected') this.#end ??= { kind: 'rejected', text: ack.reason ?? '' };
    if (result === undefined) return;
    const { status, output } = result;
    if (status === 'requires_human') {
      // Not the end: one more result follows, whether the question is answered or not.
      if (this.#end === null) this.question = output?.pending_approval ?? null;
    } else if (output === undefined) {
      // Of some command with this id; it says nothing of a run, and a run's end tells more.
      this.#end ??= endOf(status, result);
    } else {
      this.question = null;
      this.#expected = Number(headers['aip-stream-next-sequence']);
      this.#end = endOf(status, result);
    }
  }
}

/**
 * @param {'completed' | 'failed' | 'cancelled'} status
 * @param {Result} result
 * @returns {End}
 */
function endOf(status, { output, message, error }) {
  const text = message?.find(({ type }) => type === 'text')?.text ?? error?.message ?? '';
  // Failed, but not a failure: whether the work was done is not known. Never send it again by yourself.
  return { kind: output?.status === 'outcome_unknown' ? 'unknown' : status, text };
}
