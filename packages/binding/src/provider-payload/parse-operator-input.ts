import type { Json, JsonObject } from '@aip-hermes/aip';
import type { ApprovalChoice } from '../events/approval.js';
import { isOperatorActionId } from './operator-action-id.js';

/** A direct objective; what the caller left out has its empty value (SPEC I2). */
export interface ObjectiveInput {
  readonly kind: 'objective';
  readonly objective: string;
  readonly context: Json;
  readonly candidate_capabilities: readonly string[];
  readonly constraints: JsonObject;
}

/** An answer to a prompt of an earlier run (SPEC I3). */
export interface ResumeInput {
  readonly kind: 'resume';
  readonly source_action_id: string;
  readonly choice: ApprovalChoice;
  readonly resolve_all: boolean;
}

/** Input that breaks a rule. The message names members, never their values. */
export interface BadInput {
  readonly kind: 'bad';
  readonly rule: 'I1' | 'I2' | 'I3';
  readonly message: string;
}

/** Hints a caller may give, at most (SPEC I2). */
const MAX_CANDIDATE_CAPABILITIES = 256;

const MEMBERS: ReadonlySet<string> = new Set([
  'objective',
  'context',
  'candidate_capabilities',
  'constraints',
  'resume',
]);
const RESUME_MEMBERS: ReadonlySet<string> = new Set(['source_action_id', 'choice', 'resolve_all']);
const CHOICES: ReadonlySet<unknown> = new Set<ApprovalChoice>(['once', 'session', 'always', 'deny']);

/** Reads the input of an operator Action (SPEC I1 to I3). Never throws. */
export function parseOperatorInput(input: Json): ObjectiveInput | ResumeInput | BadInput {
  if (!isObject(input)) return bad('I1', 'the input must be an object');
  if (Object.keys(input).some((member) => !MEMBERS.has(member))) {
    return bad('I1', `the input has a member other than ${[...MEMBERS].join(', ')}`);
  }
  if (Object.hasOwn(input, 'objective') === Object.hasOwn(input, 'resume')) {
    return bad('I1', 'the input must have exactly one of objective and resume');
  }
  const hints = input['candidate_capabilities'] ?? [];
  if (input['candidate_capabilities'] === null || !isHintList(hints)) {
    return bad('I2', `candidate_capabilities must be at most ${MAX_CANDIDATE_CAPABILITIES} non-empty texts`);
  }
  const constraints = input['constraints'] === undefined ? {} : input['constraints'];
  if (!isObject(constraints)) return bad('I2', 'constraints must be an object');
  if (Object.hasOwn(input, 'resume')) return parseResume(input['resume'] ?? null);
  const objective = input['objective'];
  if (typeof objective !== 'string' || objective.trim() === '') {
    return bad('I2', 'objective must be a text that is not blank');
  }
  return {
    kind: 'objective',
    objective,
    context: input['context'] ?? null,
    candidate_capabilities: hints,
    constraints,
  };
}

function parseResume(resume: Json): ResumeInput | BadInput {
  if (!isObject(resume)) return bad('I3', 'resume must be an object');
  if (Object.keys(resume).some((member) => !RESUME_MEMBERS.has(member))) {
    return bad('I3', `resume has a member other than ${[...RESUME_MEMBERS].join(', ')}`);
  }
  const source = resume['source_action_id'];
  if (typeof source !== 'string' || !isOperatorActionId(source)) {
    return bad('I3', 'resume.source_action_id must be the id of an operator Action (act_...)');
  }
  const choice = resume['choice'];
  if (!isChoice(choice)) return bad('I3', 'resume.choice must be one of once, session, always, deny');
  const resolveAll = Object.hasOwn(resume, 'resolve_all') ? resume['resolve_all'] : false;
  if (typeof resolveAll !== 'boolean') return bad('I3', 'resume.resolve_all must be true or false');
  return { kind: 'resume', source_action_id: source, choice, resolve_all: resolveAll };
}

function isHintList(value: Json): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length <= MAX_CANDIDATE_CAPABILITIES &&
    value.every((hint: Json) => typeof hint === 'string' && hint !== '')
  );
}

function isChoice(value: Json | undefined): value is ApprovalChoice {
  return CHOICES.has(value);
}

function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(rule: BadInput['rule'], message: string): BadInput {
  return { kind: 'bad', rule, message };
}
