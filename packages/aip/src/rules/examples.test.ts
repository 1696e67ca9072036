import { describe, expect, it } from 'vitest';
import { validateExecutionContext } from '../context/validate-execution-context.js';
import { examples, schemaOf } from '../fixtures/examples.js';
import { checkSchema } from './check-schema.js';
import { validateAction } from './validate-action.js';
import { validateEnvelope } from './validate-envelope.js';

describe('aip examples', () => {
  it.each(examples('valid'))('accepts $file', (example) => {
    expect(checkSchema(schemaOf(example), example.value)).toEqual([]);
    if (example.schema === 'envelope') expect(validateEnvelope(example.value)).toMatchObject({ kind: 'ok' });
    if (example.schema === 'action') expect(validateAction(example.value)).toMatchObject({ kind: 'ok' });
    if (example.schema === 'execution_context') {
      expect(validateExecutionContext(example.value)).toMatchObject({ kind: 'ok' });
    }
  });

  it.each(examples('invalid'))('refuses $file by its schema', (example) => {
    const problems = checkSchema(schemaOf(example), example.value);
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(5);
  });

  it.each(examples('core-invalid'))('refuses $file by a core rule', (example) => {
    const result = validateEnvelope(example.value);
    expect(result.kind === 'bad' ? result.problems : []).toHaveLength(1);
  });

  it('has examples of every kind', () => {
    expect([examples('valid').length, examples('invalid').length, examples('core-invalid').length]).toEqual([
      48, 85, 24,
    ]);
  });
});
