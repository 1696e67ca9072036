import type { Logger } from '@aip-hermes/connector';

/** A log line as the product wrote it. */
export interface CapturedLine {
  readonly instance: string;
  readonly level: Level;
  /** Message and fields, errors with their message, cause and stack. */
  readonly text: string;
}

type Level = (typeof LEVELS)[number];
const LEVELS = ['debug', 'info', 'warn', 'error'] as const;
/** Levels that the product's log knows beside its own four. */
const QUIETER: Readonly<Record<string, number>> = { trace: 0, fatal: 4, silent: 5 };

/** Keeps log lines of a level and above. */
export class CapturedLines {
  readonly lines: CapturedLine[] = [];
  readonly #least: number;

  constructor(level: string) {
    const place = LEVELS.findIndex((it) => it === level);
    this.#least = place >= 0 ? place : (QUIETER[level] ?? 0);
  }

  /** The logger of one process. */
  loggerFor(instance: string): Logger {
    const at =
      (level: Level) =>
      (fields: object, message: string): void => {
        if (LEVELS.indexOf(level) < this.#least) return;
        this.lines.push({ instance, level, text: `${message} ${JSON.stringify(fields)}${causes(fields)}` });
      };
    return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  }
}

/** Errors hide their message and stack from JSON. */
function causes(fields: object): string {
  const error = 'err' in fields ? fields.err : null;
  return error instanceof Error ? ` ${error.message} ${String(error.cause)} ${error.stack ?? ''}` : '';
}
