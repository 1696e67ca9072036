import { publishableEventTypes } from '@aip-hermes/binding';
import { checkLogAndBus, LogAndBusMismatch } from '@aip-hermes/connector';
import { LogIncompatible, LogUnavailable } from '@aip-hermes/event-log';
import {
  inspectLogFile,
  openSqliteEventLog,
  sampleLogFile,
  type LogFileFacts,
  type LogSample,
} from '@aip-hermes/event-log/sqlite';
import { BusIncompatible, BusUnavailable } from '@aip-hermes/message-bus';
import { inspectBusFile, openSqliteBus, type BusFileFacts } from '@aip-hermes/message-bus/sqlite';
import { existsSync } from 'node:fs';
import type { DataDirectory } from './data-directory.js';
import { countOpenBindings } from './count-open-bindings.js';
import { eventsBetween } from './events-between.js';
import { lookIntoDirectory } from './look-into-directory.js';
import { COMMAND_GROUP } from './start-service.js';
import { structureDamage } from './structure-damage.js';
import { writeProbe, type Writable } from './write-probe.js';

/** A file that can be used, or in the words of its adapter why not. */
export type Found<T> =
  | { readonly kind: 'missing' }
  | { readonly kind: 'unusable'; readonly reason: string }
  | {
      readonly kind: 'found';
      readonly facts: T;
      /** Whether SQLite checked every page of it; a file in which that found something is `unusable`. */
      readonly structureChecked: boolean;
      readonly writable: Writable;
    };

/** How log and bus stand to each other. */
type Joint =
  /** One of them is missing or cannot be used. */
  | { readonly kind: 'unknown' }
  | { readonly kind: 'mismatch'; readonly reason: string }
  | {
      readonly kind: 'match';
      /** Whether the bus names this log; else it names none yet. */
      readonly named: boolean;
      /** Events after the checkpoint that give messages; null: more than can be counted in a moment. */
      readonly unpublished: number | null;
    };

/** What log and bus show. */
export interface StoreFacts {
  readonly log: Found<LogFileFacts>;
  /** Null where the log is not found. */
  readonly sample: LogSample | null;
  readonly bus: Found<BusFileFacts>;
  readonly joint: Joint;
  /** Null: not known, or more than can be counted in a moment. */
  readonly openBindings: number | null;
  /** Whether the bus holds what was published from a log. */
  readonly busHasPosition: boolean;
}

/** Looks at log and bus, whether a service runs or not; creates and changes nothing. @throws CliError */
export async function lookAtStore(directory: DataDirectory): Promise<StoreFacts> {
  const found = lookIntoDirectory(directory);
  const [logWal, busWal] = [directory.log, directory.bus].map((file) => existsSync(`${file}-wal`));
  const log = lookAt(found?.log === true, directory.log, () => ({
    ...inspectLogFile(directory.log),
    sample: sampleLogFile(directory.log),
  }));
  const bus = lookAt(found?.bus === true, directory.bus, () => inspectBusFile(directory.bus, COMMAND_GROUP));
  const pair = await lookAtPair(directory, log.kind === 'found', bus.kind === 'found');
  // Last: it also takes away what the readers before it left.
  return {
    sample: log.kind === 'found' ? log.facts.sample : null,
    log: withProbe(log, directory.log, logWal === true),
    bus: withProbe(bus, directory.bus, busWal === true),
    ...pair,
  };
}

/** What was read, before it is known whether it could be written. */
type Read<T> = Exclude<Found<T>, { kind: 'found' }> | Omit<Extract<Found<T>, { kind: 'found' }>, 'writable'>;

function lookAt<T>(there: boolean, file: string, inspect: () => T): Read<T> {
  if (!there) return { kind: 'missing' };
  try {
    const facts = inspect();
    const structure = structureDamage(file);
    if (structure.kind === 'damaged')
      return { kind: 'unusable', reason: `${file} is damaged: ${structure.what}.` };
    return { kind: 'found', facts, structureChecked: structure.kind === 'sound' };
  } catch (error) {
    return { kind: 'unusable', reason: reasonOf(error) };
  }
}

function withProbe<T>(read: Read<T>, file: string, keepWal: boolean): Found<T> {
  return read.kind === 'found' ? { ...read, writable: writeProbe(file, keepWal) } : read;
}

async function lookAtPair(
  directory: DataDirectory,
  logFound: boolean,
  busFound: boolean,
): Promise<Pick<StoreFacts, 'joint' | 'openBindings' | 'busHasPosition'>> {
  const log = logFound ? openSqliteEventLog({ file: directory.log, readOnly: true }) : null;
  const bus = busFound ? openSqliteBus({ file: directory.bus, readOnly: true }) : null;
  try {
    const sink = bus?.projectionSink('0') ?? null;
    const busHasPosition = sink !== null && (await sink.position()) !== null;
    const head = log === null ? null : await log.head();
    const openBindings = log === null ? null : await countOpenBindings(log, head);
    if (log === null || sink === null) return { joint: { kind: 'unknown' }, openBindings, busHasPosition };
    const { text, position } = await checkLogAndBus(log, sink);
    const waiting = await eventsBetween(log, { types: publishableEventTypes, from: position, head });
    const named = text?.includes('/') ?? false;
    return {
      joint: { kind: 'match', named, unpublished: waiting?.length ?? null },
      openBindings,
      busHasPosition,
    };
  } catch (error) {
    if (error instanceof LogAndBusMismatch)
      return { joint: { kind: 'mismatch', reason: error.message }, openBindings: null, busHasPosition: true };
    throw error;
  } finally {
    await bus?.close();
    await log?.close();
  }
}

function reasonOf(error: unknown): string {
  if (
    error instanceof LogUnavailable ||
    error instanceof LogIncompatible ||
    error instanceof BusUnavailable ||
    error instanceof BusIncompatible
  )
    return error.message;
  throw error;
}
