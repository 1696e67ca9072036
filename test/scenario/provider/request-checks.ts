import type { AnyJson } from '@aip-hermes/aip';
import { contains } from '../file/contains.js';
import { isObject, jsonText, readJson } from '../file/json-text.js';
import type { Route } from '../file/scenario.js';
import type { SeenRequest } from './seen-request.js';

/** What a request lacks of what its route expects of it, one sentence each. */
export function requestProblems(route: Route, request: SeenRequest): readonly string[] {
  return [...headerProblems(route, request), ...bodyProblems(route, request)].map(
    (problem) => `${request.method} ${request.path}: ${problem}`,
  );
}

function headerProblems(route: Route, { headers }: SeenRequest): readonly string[] {
  const problems: string[] = [];
  for (const [name, expected] of Object.entries(route.expectHeader ?? {})) {
    const actual = Object.hasOwn(headers, name) ? headers[name] : undefined;
    if (actual === undefined) problems.push(`has no header ${name}`);
    else if (!fitsText(expected, actual)) problems.push(`header ${name} is not ${expected}`);
  }
  for (const name of route.forbidHeader ?? []) {
    if (Object.hasOwn(headers, name)) problems.push(`carries header ${name}`);
  }
  return problems;
}

/** A text between slashes is a regular expression for the whole value. */
function fitsText(expected: string, actual: string): boolean {
  const pattern = /^\/(.*)\/$/su.exec(expected)?.[1];
  return pattern === undefined ? actual === expected : new RegExp(`^(?:${pattern})$`, 'u').test(actual);
}

function bodyProblems(route: Route, request: SeenRequest): readonly string[] {
  const { expectJson, expectJsonAbsent = [] } = route;
  if (expectJson === undefined && expectJsonAbsent.length === 0) return [];
  const read = readJson(Buffer.from(request.body ?? ''));
  if (read.kind === 'bad' || !isObject(read.value)) return ['its body is no JSON object'];
  const body: AnyJson = read.value;
  const present = expectJsonAbsent.filter((member) => isObject(body) && Object.hasOwn(body, member));
  return [
    ...(expectJson === undefined || contains(body, expectJson)
      ? []
      : [`its body ${jsonText(body).slice(0, 500)} does not contain ${jsonText(expectJson)}`]),
    ...present.map((member) => `its body has the member ${member}`),
  ];
}
