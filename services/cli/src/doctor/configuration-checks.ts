import type { LoadResult } from '@aip-hermes/config';
import { checksOf, type Check } from './check.js';

/** What file and environment say as a whole: every problem and warning is a finding of its own. */
export function configurationChecks(loaded: LoadResult, file: string | null): readonly Check[] {
  const make = checksOf('configuration');
  const facts = { file };
  switch (loaded.kind) {
    case 'bad':
      return loaded.problems.map(({ path, message }) =>
        make.problem(
          path,
          sentence(path, message),
          'Correct it; `aip-hermes config check` shows everything.',
          facts,
        ),
      );
    case 'none':
      return [
        make.ok('file', 'Nothing is configured: `up` uses the bundled simulator, no real Hermes.', facts),
      ];
    case 'simulator':
    case 'ok': {
      const ids = loaded.config.endpoints.map(({ id }) => id);
      const text =
        loaded.kind === 'ok'
          ? `The configuration can be used; endpoints: ${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}.`
          : 'Only variables are set: `up` uses the bundled simulator with them, no real Hermes.';
      return [
        make.ok('file', text, { ...facts, endpoints: ids.length }),
        ...loaded.warnings.map(({ path, message }) =>
          make.warning(
            path,
            sentence(path, message),
            'The service starts with it all the same; mend it soon.',
            facts,
          ),
        ),
      ];
    }
  }
}

function sentence(path: string, message: string): string {
  return `${path}: ${message}${/[.?!]$/.test(message) ? '' : '.'}`;
}
