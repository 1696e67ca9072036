import {
  publishableEventTypes,
  substituteFor,
  type Message,
  type SubstituteReason,
} from '@aip-hermes/binding';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { derived } from './derived.js';
import { goldenNames, goldenRows, SUBSTITUTES } from './golden-stream.js';

/** What is published in place of the messages of a golden row, and why. */
interface Substituted {
  /** Name of the golden stream, and the place of the row in it. */
  readonly of: string;
  readonly row: number;
  readonly reason: SubstituteReason;
  readonly messages: readonly Message[];
}

const REASONS: readonly SubstituteReason[] = ['output_too_large', 'unmappable'];

/** The kept substitutes of a projection version. */
export function goldenSubstitutes(version: number): readonly Substituted[] {
  const lines = readFileSync(fileOf(version), 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Substituted);
}

/** Keeps substitutes for the first row of each event type; what is kept already is never replaced. */
export function keepSubstitutes(version: number): void {
  if (existsSync(fileOf(version))) return;
  const places = goldenNames(version).flatMap((of) =>
    goldenRows(version, of).map((row, index) => ({ of, row, index })),
  );
  const kept = publishableEventTypes.flatMap((type) => {
    const place = places.find(({ row }) => row.type === type && derived([row]).length > 0);
    if (place === undefined) throw new Error(`no golden row of type ${type} gives messages`);
    const { of, row, index } = place;
    return REASONS.map((reason) => ({ of, row: index, reason, messages: substituteFor(row, reason) }));
  });
  writeFileSync(fileOf(version), kept.map((it) => `${JSON.stringify(it)}\n`).join(''), { flag: 'wx' });
}

function fileOf(version: number): URL {
  return new URL(`v${version}/${SUBSTITUTES}`, import.meta.url);
}
