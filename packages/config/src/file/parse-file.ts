import type { JsonObject } from '@aip-hermes/aip';
import type { Findings } from '../findings.js';
import { isRecord } from '../is-record.js';
import { WHOLE_FILE } from './file-limits.js';
import { parseJson } from './parse-json.js';
import { parseYaml } from './parse-yaml.js';

/**
 * The raw tree of a configuration file: JSON when it is named `.json`, YAML 1.2 when it is named `.yaml` or
 * `.yml`, else by its first character. An empty file is an empty tree. Undefined when something is wrong, which
 * is then in `findings`. Never throws.
 */
export function parseFile(file: string, text: string, findings: Findings): JsonObject | undefined {
  const content = text.startsWith('\uFEFF') ? text.slice(1) : text;
  if (content.includes('\uFFFD') || content.includes('\0')) {
    findings.problem(WHOLE_FILE, 'is not UTF-8 text; save it as UTF-8');
    return undefined;
  }
  if (content.trim() === '') return {};
  const value = isJson(file, content) ? parseJson(content, findings) : parseYaml(content, findings);
  if (value === undefined) return undefined;
  if (value === null) return {};
  if (isRecord(value)) return value;
  findings.problem(WHOLE_FILE, 'must hold an object with keys such as endpoints and policy');
  return undefined;
}

function isJson(file: string, content: string): boolean {
  const name = file.toLowerCase();
  if (name.endsWith('.json')) return true;
  if (name.endsWith('.yaml') || name.endsWith('.yml')) return false;
  return /^\s*[{[]/.test(content);
}
