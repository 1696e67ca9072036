import type { z } from 'zod';
import { jsonPointer } from '../json/json-pointer.js';
import { MAX_PROBLEMS, type Problem } from './problem.js';

/** Problem texts are cut to this many UTF-16 units. */
const MAX_MESSAGE_LENGTH = 256;

/** The problems a schema finds in a value, at most `MAX_PROBLEMS`; none when it fits. */
export function checkSchema(schema: z.ZodType, value: unknown): readonly Problem[] {
  const result = schema.safeParse(value);
  return result.success ? [] : problemsOf(result.error);
}

function problemsOf(error: z.ZodError): readonly Problem[] {
  const problems: Problem[] = [];
  for (const issue of error.issues) {
    if (problems.length >= MAX_PROBLEMS) break;
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys.slice(0, MAX_PROBLEMS - problems.length)) {
        problems.push({ path: jsonPointer([...issue.path, key]), message: 'unknown member' });
      }
    } else {
      problems.push({ path: jsonPointer(issue.path), message: issue.message.slice(0, MAX_MESSAGE_LENGTH) });
    }
  }
  return problems;
}
