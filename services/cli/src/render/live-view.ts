import { objectAt, textAt, type Loose, type Published } from '../watch/published.js';
import { replyOf } from '../watch/reply-of.js';
import { boxed } from './boxed.js';
import { printable, printableLine } from './printable.js';
import { replyLines, type Reader } from './reply-lines.js';
import type { Style } from './style.js';
import { toolLine } from './tool-line.js';

/**
 * Turns messages into text for a terminal as they come: what Hermes says flows as text, thoughts are dim, tools and
 * prompts set off, replies close with a line. Knows only where the cursor is; gives text, writes nothing.
 */
export class LiveView {
  readonly #reader: Reader;
  readonly #style: Style;
  readonly #width: number;
  #midLine = false;
  /** What Hermes said was shown as it came, to its end: the result need not repeat it. */
  #heard = false;

  constructor(style: Style, width: number, reader: Reader) {
    this.#reader = reader;
    this.#style = style;
    this.#width = width;
  }

  /** The text to write for the next message; empty when there is nothing to say. */
  render(message: Published): string {
    const chunk = objectAt(objectAt(message.value, 'body'), 'stream_chunk');
    return chunk === null ? this.#reply(message) : this.#chunk(chunk);
  }

  /** Ends a line that still flows. */
  close(): string {
    return this.#lines([]);
  }

  #reply(message: Published): string {
    const text = this.#heard ? null : outputText(message);
    if (text !== null) this.#heard = true;
    const said = text === null ? [] : printable(text).trim().split('\n');
    return this.#lines([...said, ...replyLines(message, replyOf(message), this.#reader, this.#style)]);
  }

  #chunk(chunk: Loose): string {
    const { dim, bad } = this.#style;
    const event = objectAt(objectAt(chunk, 'data'), 'hermes_operator');
    switch (textAt(chunk, 'kind')) {
      case 'data':
        this.#heard = true;
        return this.#flow(textAt(objectAt(chunk, 'part'), 'text') ?? '');
      case 'thought':
        return this.#lines([dim(`~ ${printableLine(textAt(event, 'text') ?? 'thinking', TEXT_LIMIT)}`)]);
      case 'tool':
        return this.#lines([toolLine(event, this.#style)]);
      case 'pending_approval':
        return this.#lines(boxed('A person must decide', promptLines(event), this.#width, this.#style));
      case 'error':
        return this.#lines(errorLines(textAt(event, 'error')).map(bad));
      case 'progress':
        if (textAt(event, 'event') === 'connector.stream_ended') this.#heard = false;
        return this.#lines([dim(`. ${progressText(event)}`)]);
      default:
        return this.#lines([]);
    }
  }

  #flow(text: string): string {
    // Blank lines before a passage only tear the view apart.
    const safe = this.#midLine ? printable(text) : printable(text).replace(/^\n+/, '');
    if (safe !== '') this.#midLine = !safe.endsWith('\n');
    return safe;
  }

  #lines(lines: readonly string[]): string {
    const end = this.#midLine ? '\n' : '';
    this.#midLine = false;
    return end + lines.map((line) => `${line}\n`).join('');
  }
}

/** What Hermes said in the end (R3); null when it said nothing, or did not complete. */
function outputText({ value }: Published): string | null {
  const result = objectAt(objectAt(value, 'body'), 'action_result');
  if (textAt(result, 'status') !== 'completed') return null;
  const text = textAt(objectAt(objectAt(result, 'output'), 'provider'), 'output');
  return text === null || text.trim() === '' ? null : text;
}

/** Characters shown of a thought or an error. */
const TEXT_LIMIT = 600;

/** What Hermes says of its failure; without words of its own the reply that follows says it all. */
function errorLines(text: string | null): readonly string[] {
  return text === null ? [] : [`! ${printableLine(text, TEXT_LIMIT)}`];
}

function progressText(event: Loose | null): string {
  const name = textAt(event, 'event') ?? 'progress';
  const detail = textAt(event, 'detail') ?? textAt(event, 'reason') ?? textAt(event, 'message');
  return printableLine(detail === null ? name : `${name}: ${detail}`);
}

/** Characters shown of one thing a person must decide on: all of it, as far as that can be read. */
const PROMPT_LIMIT = 8_000;

function promptLines(event: Loose | null): readonly string[] {
  const lines = ['description', 'command', 'tool', 'reason'].flatMap((member) => {
    const text = textAt(event, member);
    return text === null ? [] : [`${member}: ${printableLine(text, PROMPT_LIMIT)}`];
  });
  const choices = event?.['choices'];
  return Array.isArray(choices)
    ? [...lines, `choices: ${printableLine(choices.map(String).join(', '), PROMPT_LIMIT)}`]
    : lines;
}
