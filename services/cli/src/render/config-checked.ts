import type { ConfigProblem, LoadResult } from '@aip-hermes/config';
import { printable } from './printable.js';
import type { Style } from './style.js';

/** What a check found: every problem or warning on a line of its own, else that the configuration is good. */
export function checkedText(loaded: LoadResult, style: Style): string {
  switch (loaded.kind) {
    case 'bad':
      return loaded.problems.map((it) => found(it, style.bad('problem'), style)).join('\n');
    case 'none':
      return `${style.good('good')}: nothing is configured; \`up\` starts the bundled simulator with defaults`;
    case 'simulator':
      return [
        `${style.good('good')}: no file is named; \`up\` starts the bundled simulator with what the environment says`,
        ...loaded.warnings.map((it) => found(it, style.warn('warning'), style)),
      ].join('\n');
    case 'ok': {
      const ids = loaded.config.endpoints.map(({ id }) => id);
      return [
        `${style.good('good')}: ${ids.length === 1 ? 'endpoint' : 'endpoints'} ${ids.join(', ')}`,
        ...loaded.warnings.map((it) => found(it, style.warn('warning'), style)),
      ].join('\n');
    }
  }
}

function found({ path, message }: ConfigProblem, what: string, style: Style): string {
  return `${what}  ${style.bold(printable(path))}: ${printable(message)}`;
}
