import { maskSecrets } from '@aip-hermes/binding';
import type { Logger } from '@aip-hermes/connector';
import type { Config } from '@aip-hermes/config';
import { pino } from 'pino';
import type { Style } from '../render/style.js';
import { logLine } from '../render/log-line.js';

/** Where log lines go and how. */
export interface LoggerOptions {
  readonly level: Config['logging']['level'];
  /** Credentials this process holds: never in a line, whoever logs them (G10). */
  readonly secrets: readonly string[];
  /** Readable one-liners for a terminal; null: JSON lines. */
  readonly readable: Style | null;
  readonly write: (text: string) => void;
}

/** The structured log of the service: pino's JSON lines with the names of levels, or the same as one readable line each. */
export function createLogger({ level, secrets, readable, write }: LoggerOptions): Logger {
  const forms = [...new Set(secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)]))];
  const stream = {
    write: (line: string): void => {
      const plain = forms.reduce((text, secret) => text.replaceAll(secret, '[credential]'), line);
      const safe = maskSecrets(plain, secrets);
      write(readable === null ? safe : logLine(safe, readable));
    },
  };
  const formatters = { level: (name: string) => ({ level: name }) };
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters }, stream);
}
