import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What differs between the servers of the suite. */
export interface HomeSettings {
  readonly port: number;
  readonly key: string;
  /** Address of the model, with `/v1`. */
  readonly modelUrl: string;
  /** Runs that Hermes takes at once. */
  readonly maxConcurrentRuns?: number;
  /** How long Hermes waits for the answer to a question, seconds. */
  readonly approvalSeconds?: number;
}

/** The folders of one Hermes. */
export interface HermesHome {
  readonly home: string;
  /** Where its commands run. */
  readonly work: string;
  /** `HOME` of the process: nothing of the person who runs the suite leaks in. */
  readonly user: string;
}

/**
 * Writes the home of a Hermes that serves the runs API with the terminal as its only tool and asks before dangerous commands.
 * Everything that would reach beyond this machine is off: the scanner that is fetched at the start, the look-up of
 * what the model can do.
 */
export function writeHermesHome(folder: string, settings: HomeSettings): HermesHome {
  const places = { home: join(folder, 'home'), work: join(folder, 'work'), user: join(folder, 'user') };
  for (const place of Object.values(places)) mkdirSync(place, { recursive: true });
  const variables = {
    API_SERVER_ENABLED: 'true',
    API_SERVER_KEY: settings.key,
    API_SERVER_HOST: '127.0.0.1',
    API_SERVER_PORT: settings.port,
  };
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(places.home, '.env'), lines.join(''), { mode: 0o600 });
  // JSON is YAML too.
  writeFileSync(join(places.home, 'config.yaml'), JSON.stringify(configOf(settings, places.work), null, 2));
  return places;
}

function configOf(settings: HomeSettings, work: string): unknown {
  return {
    model: {
      provider: 'custom',
      default: 'scripted',
      base_url: settings.modelUrl,
      api_key: 'not-a-secret',
      context_length: 131_072,
    },
    terminal: { backend: 'local', cwd: work },
    approvals: { mode: 'manual', timeout: settings.approvalSeconds ?? 60 },
    platform_toolsets: { api_server: ['terminal'] },
    gateway: { api_server: { max_concurrent_runs: settings.maxConcurrentRuns ?? 10 } },
    memory: { memory_enabled: false, user_profile_enabled: false },
    compression: { enabled: false },
    security: { tirith_enabled: false },
  };
}
