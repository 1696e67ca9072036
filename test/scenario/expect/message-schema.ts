import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js';

const FOLDER = new URL('../../../packages/aip/schemas/', import.meta.url);

let envelope: ValidateFunction | null = null;

/** What is wrong with the text of a published message by the JSON Schemas of AIP; null: nothing. */
export function schemaProblem(text: string): string | null {
  envelope ??= compiled();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return `is no JSON: ${error instanceof Error ? error.message : String(error)}`;
  }
  if (envelope(value)) return null;
  const [first] = envelope.errors ?? [];
  return `${first?.instancePath ?? ''} ${first?.message ?? 'is not valid'}`.trim();
}

function compiled(): ValidateFunction {
  const ajv = new Ajv2020();
  for (const file of readdirSync(FOLDER)) {
    ajv.addSchema(JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8')) as AnySchema);
  }
  const validate = ajv.getSchema('urn:aip:1.0:envelope');
  if (validate === undefined) throw new Error('there is no schema of an envelope');
  return validate;
}
