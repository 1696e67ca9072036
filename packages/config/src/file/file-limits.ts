/** Nested maps and lists of a configuration, at most. */
export const MAX_DEPTH = 32;

/** Values of a configuration once its aliases are written out, at most: an alias bomb ends here. */
export const MAX_VALUES = 50_000;

/** Lexical tokens of a YAML text, at most; a hundred endpoints with a policy each have about 20,000. */
export const MAX_LEXEMES = 300_000;

/** UTF-8 bytes of a configuration file, at most. */
export const MAX_FILE_BYTES = 1_048_576;

/** Path of problems that concern the file as a whole. */
export const WHOLE_FILE = '(file)';
