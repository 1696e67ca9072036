import type { JsonObject } from '@aip-hermes/aip';
import { dirname, isAbsolute, join } from 'node:path';
import type { ApiKeyOrigin } from '../config.js';
import type { ConfigSource } from '../config-source.js';
import { ENVIRONMENT_PREFIX } from '../environment/environment-name.js';
import { readText } from '../file/read-text.js';
import type { Findings } from '../findings.js';
import { keyPath } from '../key-path.js';
import { MAX_API_KEY_BYTES } from '../schema/config-bounds.js';
import { VARIABLE_NAME } from '../schema/fields.js';
import { Secret } from '../secret.js';

/** An endpoint's key and where it came from. */
export interface ApiKey {
  readonly secret: Secret;
  readonly origin: ApiKeyOrigin;
}

/** Permissions of group and others. */
const OPEN_TO_OTHERS = 0o077;

/** Hermes accepts no shorter key, and the provider client cannot mask a shorter one (hermes 1.1). */
const SHORTEST_SAFE = 8;

/** Names that are surely no key pasted by mistake; others are not repeated. */
const PLAIN_VARIABLE = /^[A-Z_][A-Z0-9_]*$/;

/**
 * Reads the key of an endpoint from exactly one of `api_key_env` and `api_key_file` (reference 1.1). A relative
 * file is looked for beside the configuration file. Problems name the variable or file, never a value (G10).
 */
export function readApiKey(
  endpoint: JsonObject,
  path: string,
  source: ConfigSource,
  findings: Findings,
): ApiKey | undefined {
  const { api_key_env: name, api_key_file: file } = endpoint;
  const hasName = name !== undefined && name !== null;
  const hasFile = file !== undefined && file !== null;
  if (hasName) checkName(name, keyPath(path, 'api_key_env'), findings);
  if (hasName && hasFile) {
    findings.problem(path, 'has both api_key_env and api_key_file; keep one');
    return undefined;
  }
  if (hasName) return fromVariable(name, keyPath(path, 'api_key_env'), source, findings);
  if (hasFile) return fromFile(file, keyPath(path, 'api_key_file'), source, findings);
  findings.problem(
    path,
    'has no API key; name an environment variable in api_key_env or a file in api_key_file',
  );
  return undefined;
}

/** Variables with the prefix set keys of the configuration, so none of them can hold a credential. */
function checkName(name: unknown, path: string, findings: Findings): void {
  if (isVariable(name)) return;
  const isReserved = typeof name === 'string' && VARIABLE_NAME.test(name);
  findings.problem(
    path,
    isReserved
      ? `must not begin with ${ENVIRONMENT_PREFIX}: such variables set the configuration itself; give the key another variable`
      : 'must be the name of an environment variable (letters, digits, _), not the key itself',
  );
}

function isVariable(name: unknown): name is string {
  return (
    typeof name === 'string' && VARIABLE_NAME.test(name) && !name.toUpperCase().startsWith(ENVIRONMENT_PREFIX)
  );
}

function fromVariable(
  name: unknown,
  path: string,
  source: ConfigSource,
  findings: Findings,
): ApiKey | undefined {
  if (!isVariable(name)) return undefined;
  const shown = PLAIN_VARIABLE.test(name)
    ? `environment variable ${name}`
    : 'environment variable named here';
  const value = Object.hasOwn(source.env, name) ? source.env[name] : undefined;
  if (value === undefined) {
    findings.problem(path, `the ${shown} is not set; set it to the API key`);
    return undefined;
  }
  return checked(value, { kind: 'environment', name }, { path, shown }, findings);
}

function fromFile(file: unknown, path: string, source: ConfigSource, findings: Findings): ApiKey | undefined {
  if (typeof file !== 'string' || file.trim() === '' || file.includes('\0')) {
    findings.problem(path, 'must be the path of a file that holds the API key');
    return undefined;
  }
  const shown = /[./\\]/.test(file) ? `file ${file}` : 'file named here';
  const resolved = isAbsolute(file) || source.file === null ? file : join(dirname(source.file), file);
  const read = readText(source, resolved, { maxBytes: MAX_API_KEY_BYTES, regularOnly: true });
  if (read.kind === 'bad') {
    findings.problem(path, `the ${shown} ${read.why}; it must hold the API key and nothing else`);
    return undefined;
  }
  if (read.facts !== null && (read.facts.mode & OPEN_TO_OTHERS) !== 0) {
    findings.warn(path, `the ${shown} may be read or changed by others on this machine; run chmod 600 on it`);
  }
  const value = read.text.replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '');
  return checked(value, { kind: 'file', path: resolved }, { path, shown }, findings);
}

function checked(
  value: string,
  origin: ApiKeyOrigin,
  { path, shown }: { readonly path: string; readonly shown: string },
  findings: Findings,
): ApiKey | undefined {
  findings.keepSecret(value);
  const fault = faultOf(value);
  if (fault !== null) {
    findings.problem(path, `the ${shown} ${fault}`);
    return undefined;
  }
  if (value.length < SHORTEST_SAFE) {
    findings.warn(
      path,
      `the ${shown} holds a key of fewer than ${SHORTEST_SAFE} characters; Hermes accepts none`,
    );
  }
  return { secret: new Secret(value), origin };
}

function faultOf(value: string): string | null {
  if (value.trim() === '') return 'is empty; set it to the API key';
  if (Buffer.byteLength(value) > MAX_API_KEY_BYTES) return `is larger than ${MAX_API_KEY_BYTES} bytes`;
  if (!/^[\x21-\x7e]+$/.test(value)) {
    return 'holds something other than printable ASCII without spaces; it must hold the API key and nothing else';
  }
  return null;
}
