import { describe, expect, it } from 'vitest';
import { examples } from '../fixtures/examples.js';
import type { Json } from '../json/json.js';
import { checkExecutionContext } from './check-execution-context.js';
import { EXECUTION_CONTEXT_EXTENSION, type ExecutionContext } from './execution-context.js';
import { readExecutionContext } from './read-execution-context.js';
import { validateExecutionContext } from './validate-execution-context.js';

const full = examples('valid').find((it) => it.file === 'execution_context__full.json')!.value as Record<
  string,
  Json
>;
const carrying = (value: Json): { readonly extensions: Json } => ({
  extensions: { [EXECUTION_CONTEXT_EXTENSION]: value },
});
const at = (text: string): number => Date.parse(text);

describe('readExecutionContext', () => {
  it.each([[undefined], [null], [{}], ['text'], [[]], [{ other: 1 }]])(
    'is absent in extensions %j',
    (extensions) => {
      expect(readExecutionContext({ extensions: extensions })).toEqual({
        kind: 'absent',
      });
    },
  );

  it('aip section 13: reads a valid context', () => {
    expect(readExecutionContext(carrying(full))).toEqual({ kind: 'ok', context: full });
  });

  it.each([
    ['null', null, ''],
    ['a string', 'x', ''],
    ['no actor', {}, '/actor'],
    ['an unknown member', { ...full, secret: 'x' }, '/secret'],
    ['a bad time', { ...full, deadline: 'soon' }, '/deadline'],
    [
      'a blank credential',
      { ...full, credential: { ...(full['credential'] as object), id: ' ' } },
      '/credential/id',
    ],
  ])('aip section 13: %s never counts as absent', (_what, value, path) => {
    const result = readExecutionContext(carrying(value));
    expect(result).toMatchObject({
      kind: 'bad',
      problems: [{ path: `/extensions/aip.execution_context.v1${path}` }],
    });
  });

  it('never repeats a value it refuses', () => {
    const leaking = { ...full, actor: 'hunter2', credential: { secret: 'hunter2' } };
    expect(JSON.stringify(validateExecutionContext(leaking))).not.toContain('hunter2');
  });
});

describe('checkExecutionContext', () => {
  const context = full as unknown as ExecutionContext;

  it.each([
    ['2026-07-09T00:29:59.999Z', 'ok'],
    ['2026-07-09T00:30:00Z', 'credential'],
    ['2026-07-09T01:00:00Z', 'authentication'],
  ])('aip section 13: at %s it is %s', (now, outcome) => {
    const check = checkExecutionContext(context, at(now));
    expect(check.kind === 'expired' ? check.what : check.kind).toBe(outcome);
  });

  it('aip section 13: the tenant comes between authentication and credential', () => {
    const lasting = { ...context, actor: { ...context.actor, expires_at: null } };
    expect(checkExecutionContext(lasting, at('2026-07-09T01:00:00Z'))).toMatchObject({ what: 'tenant' });
  });

  it('never expires without times', () => {
    const { actor } = context;
    expect(
      checkExecutionContext({ actor: { ...actor, expires_at: undefined } }, at('2999-01-01T00:00:00Z')),
    ).toEqual({
      kind: 'ok',
    });
  });
});
