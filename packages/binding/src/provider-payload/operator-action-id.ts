const OPERATOR_ACTION_ID = /^act_[A-Za-z0-9_-]{1,200}$/;

/** Whether an Action id may name a source or resume: it becomes part of a stream name (SPEC I10). */
export function isOperatorActionId(id: string): boolean {
  return OPERATOR_ACTION_ID.test(id);
}
