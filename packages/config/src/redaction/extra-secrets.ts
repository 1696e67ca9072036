import type { ConfigSource } from '../config-source.js';
import { MAX_EXTRA_SECRET_BYTES } from '../schema/config-bounds.js';
import type { Findings } from '../findings.js';
import { keyPath } from '../key-path.js';
import { Secret } from '../secret.js';

/** A shorter value would blank out ordinary words. */
const SHORTEST = 8;

/** The values of `redaction.extra_secrets_env` that can be masked (G10); what cannot is said, never its value. */
export function readExtraSecrets(
  names: readonly string[],
  { env }: Pick<ConfigSource, 'env'>,
  findings: Findings,
): readonly Secret[] {
  return [...names.entries()].flatMap(([at, name]) => {
    const path = keyPath(keyPath('redaction', 'extra_secrets_env'), at);
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    if (value === undefined || value === '') {
      findings.warn(path, 'the environment variable named here is not set; nothing is masked for it');
      return [];
    }
    findings.keepSecret(value);
    const fault = faultOf(value);
    if (fault === null) return [new Secret(value)];
    findings.problem(
      path,
      `the environment variable named here ${fault}, so it cannot be masked; take it off the list`,
    );
    return [];
  });
}

function faultOf(value: string): string | null {
  if (value.length < SHORTEST) return `holds fewer than ${SHORTEST} characters`;
  // Masking such a value would find it in the mask again.
  if ('[redacted]'.includes(value)) return 'holds a part of the mask';
  return Buffer.byteLength(value) > MAX_EXTRA_SECRET_BYTES
    ? `holds more than ${MAX_EXTRA_SECRET_BYTES} bytes`
    : null;
}
