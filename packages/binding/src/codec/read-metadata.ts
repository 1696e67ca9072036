import type { EventMetadata } from '../metadata.js';
import { parseObject } from './parse-object.js';

/** Event metadata, or null when the text is no JSON or lacks a member that folding rests on. */
export function readMetadata(text: string): EventMetadata | null {
  const parsed = parseObject(text);
  return parsed !== null && isMetadata(parsed) ? parsed : null;
}

function isMetadata(value: object): value is EventMetadata {
  const { schema_version, recorded_at, chain, projection } = value as Partial<
    Record<keyof EventMetadata, unknown>
  >;
  return (
    Number.isSafeInteger(schema_version) &&
    (schema_version as number) >= 1 &&
    typeof recorded_at === 'string' &&
    (chain === undefined || typeof chain === 'string') &&
    typeof projection === 'object' &&
    projection !== null
  );
}
