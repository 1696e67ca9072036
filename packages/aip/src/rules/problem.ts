/** One reason a value was refused: a JSON pointer and a short text without the value itself. */
export interface Problem {
  readonly path: string;
  readonly message: string;
}

/** Problems reported at most, as AIP lists at most 16 violations (aip section 15). */
export const MAX_PROBLEMS = 16;
