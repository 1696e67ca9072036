import { isJsonNumber, type LosslessJson } from '@aip-hermes/aip';

/** JSON text of a value with its numbers as they were typed. The parser has bounded its depth. */
export function writeLossless(value: LosslessJson): string {
  if (isJsonNumber(value)) return value.text;
  if (Array.isArray(value)) return `[${(value as readonly LosslessJson[]).map(writeLossless).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value as Readonly<Record<string, LosslessJson>>);
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${writeLossless(member)}`).join(',')}}`;
}
