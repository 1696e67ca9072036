import type { JsonObject } from '@aip-hermes/aip';
import type { Config, ConfigProblem } from './config.js';
import type { ConfigSource } from './config-source.js';
import { deepFreeze } from './deep-freeze.js';
import { readEndpoints } from './endpoints/read-endpoints.js';
import { MAX_FILE_BYTES, WHOLE_FILE } from './file/file-limits.js';
import { parseFile } from './file/parse-file.js';
import { readText } from './file/read-text.js';
import { Findings } from './findings.js';
import { mergeLayers, type Layer } from './layer.js';
import { checkShape } from './schema/check-shape.js';
import { CONFIG_BOUNDS } from './schema/config-bounds.js';
import { whole } from './schema/fields.js';
import { SETTINGS_SCHEMA } from './schema/settings-schema.js';
import { isRecord } from './is-record.js';

/** A usable configuration; nothing configured at all; or everything that is wrong with it. */
export type LoadResult =
  | { readonly kind: 'ok'; readonly config: Config; readonly warnings: readonly ConfigProblem[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'bad'; readonly problems: readonly ConfigProblem[] };

/**
 * Loads the configuration: raw tree, merge, validate, freeze (SPEC 10). Every problem comes at once with its
 * path; no text holds a secret (G10). `none` only when no file was named. Never throws on bad input.
 */
export function loadConfig(source: ConfigSource): LoadResult {
  if (source.file === null) return { kind: 'none' };
  const findings = new Findings();
  const layer = fileLayer(source.file, source, findings);
  const config = layer === undefined ? undefined : validated(mergeLayers([layer]), source, findings);
  if (config === undefined || !findings.clean) return { kind: 'bad', problems: findings.problems };
  return { kind: 'ok', config: deepFreeze(config), warnings: findings.warnings };
}

function fileLayer(file: string, source: ConfigSource, findings: Findings): Layer | undefined {
  const read = readText(source, file, { maxBytes: MAX_FILE_BYTES, regularOnly: false });
  if (read.kind === 'bad') {
    findings.problem(WHOLE_FILE, `the configuration file ${file} ${read.why}`);
    return undefined;
  }
  const tree = parseFile(file, read.text, findings);
  return tree === undefined ? undefined : { origin: 'file', tree };
}

function validated(tree: JsonObject, source: ConfigSource, findings: Findings): Config | undefined {
  const settings = checkShape(SETTINGS_SCHEMA, tree, '', findings);
  const endpoints = readEndpoints(tree, { source, findings, maxAppendBytes: maxAppendBytes(tree) });
  if (settings === undefined) return undefined;
  const { ingress, limits, provider, log, bus, logging } = settings;
  return { endpoints, ingress, limits, provider, log, bus, logging };
}

/** The log's limit even when other settings are wrong, so that what exceeds it is reported at once with them. */
function maxAppendBytes(tree: JsonObject): number | undefined {
  const { log } = tree;
  const value = isRecord(log) ? log['max_append_bytes'] : undefined;
  return whole(CONFIG_BOUNDS['log.max_append_bytes']).safeParse(value).data;
}
