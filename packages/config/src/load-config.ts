import type { JsonObject } from '@aip-hermes/aip';
import type { Config, ConfigProblem } from './config.js';
import type { ConfigSource } from './config-source.js';
import { deepFreeze } from './deep-freeze.js';
import { readEndpoints } from './endpoints/read-endpoints.js';
import { readEnvironment, type EnvironmentLayer } from './environment/read-environment.js';
import { MAX_FILE_BYTES, WHOLE_FILE } from './file/file-limits.js';
import { parseFile } from './file/parse-file.js';
import { readText } from './file/read-text.js';
import { Findings } from './findings.js';
import { isRecord } from './is-record.js';
import { mergeLayers } from './layer.js';
import type { Origins } from './origins/origin.js';
import { originsOf } from './origins/origins-of.js';
import { readExtraSecrets } from './redaction/extra-secrets.js';
import { checkShape } from './schema/check-shape.js';
import { CONFIG_BOUNDS } from './schema/config-bounds.js';
import { whole } from './schema/fields.js';
import { SETTINGS_SCHEMA } from './schema/settings-schema.js';
import { simulatorFrom, UNSTARTED_SIMULATOR } from './simulator-config.js';

/** Something usable: the values, where each comes from, and what a person should know. */
interface Loaded {
  readonly config: Config;
  readonly origins: Origins;
  readonly warnings: readonly ConfigProblem[];
}

/**
 * A usable configuration; only variables, so that the simulator stands in with their values (its address in `config`
 * is a placeholder); nothing configured at all; or everything that is wrong.
 */
export type LoadResult =
  | ({ readonly kind: 'ok' } & Loaded)
  | ({ readonly kind: 'simulator' } & Loaded)
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problems: readonly ConfigProblem[] };

/**
 * Loads the configuration: file, environment over it, validate, freeze (SPEC 10). Every problem comes at once with
 * its path; no text holds a secret (G10). `none` only without file and `AIP_HERMES__` variables. Never throws on bad
 * input.
 */
export function loadConfig(source: ConfigSource): LoadResult {
  const findings = new Findings();
  const environment = readEnvironment(source.env, findings);
  if (source.file !== null) return loadFile(source.file, source, environment, findings);
  if (!environment.present) return { kind: 'none' };
  const config = simulatorFrom(environment.tree, UNSTARTED_SIMULATOR, findings);
  return finished('simulator', config, { file: {}, environment: environment.names }, findings);
}

function loadFile(
  file: string,
  source: ConfigSource,
  { tree, names }: EnvironmentLayer,
  findings: Findings,
): LoadResult {
  const raw = fileTree(file, source, findings);
  if (raw === undefined) return { kind: 'bad', problems: findings.problems };
  const merged = mergeLayers([
    { origin: 'file', tree: raw },
    { origin: 'environment', tree },
  ]);
  return finished('ok', validated(merged, source, findings), { file: raw, environment: names }, findings);
}

function finished(
  kind: 'ok' | 'simulator',
  config: Config | undefined,
  said: Parameters<typeof originsOf>[1],
  findings: Findings,
): LoadResult {
  if (config === undefined || !findings.clean) return { kind: 'bad', problems: findings.problems };
  const origins = deepFreeze(originsOf(config, said));
  return { kind, config: deepFreeze(config), origins, warnings: findings.warnings };
}

function fileTree(file: string, source: ConfigSource, findings: Findings): JsonObject | undefined {
  const read = readText(source, file, { maxBytes: MAX_FILE_BYTES, regularOnly: false });
  if (read.kind === 'ok') return parseFile(file, read.text, findings);
  findings.problem(WHOLE_FILE, `the configuration file ${file} ${read.why}`);
  return undefined;
}

function validated(tree: JsonObject, source: ConfigSource, findings: Findings): Config | undefined {
  const settings = checkShape(SETTINGS_SCHEMA, tree, '', findings);
  const endpoints = readEndpoints(tree, { source, findings, maxAppendBytes: maxAppendBytes(tree) });
  if (settings === undefined) return undefined;
  const { ingress, limits, provider, log, bus, redaction, logging } = settings;
  const extraSecrets = readExtraSecrets(redaction.extra_secrets_env, source, findings);
  return {
    endpoints,
    ingress,
    limits,
    provider,
    log,
    bus,
    redaction: { ...redaction, extra_secrets: extraSecrets },
    logging,
  };
}

/** The log's limit even when other settings are wrong, so that what exceeds it is reported at once with them. */
function maxAppendBytes(tree: JsonObject): number | undefined {
  const { log } = tree;
  const value = isRecord(log) ? log['max_append_bytes'] : undefined;
  return whole(CONFIG_BOUNDS['log.max_append_bytes']).safeParse(value).data;
}
