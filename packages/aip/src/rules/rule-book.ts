import { isBlank } from './is-blank.js';
import type { Problem } from './problem.js';

/** Collects what core rules refuse. Paths are JSON pointers. */
export class RuleBook {
  readonly problems: Problem[] = [];

  /** Records a problem when `broken`. */
  refuse(broken: boolean, path: string, message: string): void {
    if (broken) this.problems.push({ path, message });
  }

  /** Refuses text of white space only; unset text passes. */
  notBlank(text: string | null | undefined, path: string): void {
    this.refuse(typeof text === 'string' && isBlank(text), path, 'must not be blank');
  }

  /** Refuses text of no length; unset text passes. */
  notEmpty(text: string | null | undefined, path: string): void {
    this.refuse(text === '', path, 'must not be empty');
  }
}
