import { envelopeSchema, executionContextSchema, type AnyJson } from '@aip-hermes/aip';
import { below, type Findings } from './findings.js';
import { isObject, jsonText } from './json-text.js';

/** Problems of one message that are told. */
const MAX_PROBLEMS = 8;

/** Checks an envelope against its schema; whether it is a good command is for the product to find out. */
export function checkMessage(value: AnyJson, path: string, findings: Findings): string | null {
  const problem = checkSchemaOf('envelope', value, path, findings);
  noteRequest(value, findings);
  return problem;
}

/** Checks a value against a schema of the wire format, and tells what it finds below the path. */
export function checkSchemaOf(
  what: 'envelope' | 'context',
  value: AnyJson,
  path: string,
  findings: Findings,
): string | null {
  if (!isObject(value)) return 'must be an object';
  const schema = what === 'envelope' ? envelopeSchema : executionContextSchema;
  // A number that no double holds is no reason to refuse the file: the bytes that are sent keep its digits.
  const result = schema.safeParse(JSON.parse(jsonText(value)));
  for (const issue of result.error?.issues.slice(0, MAX_PROBLEMS) ?? []) {
    const place = issue.path.reduce<string>(
      (text, part) => below(text, typeof part === 'number' ? part : String(part)),
      path,
    );
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) findings.wrong(below(place, key), `unknown member of an ${what}`);
    } else findings.wrong(place, issue.message);
  }
  return null;
}

/** Notes what a message asks for, so that a file is passed over while the product cannot do it. */
export function noteRequest(value: AnyJson, findings: Findings): void {
  const body = memberOf(value, 'body');
  if (!isObject(body)) return;
  for (const name of Object.keys(body)) findings.uses('message', name);
  if (memberOf(memberOf(memberOf(body, 'action'), 'input'), 'resume') !== undefined) {
    findings.uses('message', 'resume');
  }
}

function memberOf(value: AnyJson | undefined, name: string): AnyJson | undefined {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
