// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BESIDE_EVENT_TYPES,
  BINDING_EVENT_TYPES,
  publishableEventTypes,
  SCHEMA_VERSION,
} from '@aip-hermes/binding';
import { projectFiles } from '../project-files.mjs';
import { eventShapes } from './event-shapes.mjs';

const root = join(import.meta.dirname, '../..');
/** @type {(path: string) => string} */
const read = (path) => readFileSync(join(root, path), 'utf8');

/**
 * What the page of events is made of, read from the sources and the state table.
 *
 * @returns {import('./events-page.mjs').Facts}
 */
export function eventFacts() {
  const source = 'packages/binding/src';
  const files = [
    ...projectFiles(root, [`${source}/events`], /\.ts$/u),
    `${source}/invocation.ts`,
    `${source}/metadata.ts`,
  ];
  return {
    shapes: eventShapes(Object.fromEntries(files.map((path) => [path, read(path)]))),
    bindingTypes: BINDING_EVENT_TYPES,
    besideTypes: BESIDE_EVENT_TYPES,
    publishable: new Set(publishableEventTypes),
    stateTable: JSON.parse(read('test/state-table/state-table.json')),
    schemaVersion: SCHEMA_VERSION,
  };
}
