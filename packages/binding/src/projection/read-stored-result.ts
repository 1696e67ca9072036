import { messagePartSchema, type Json, type MessagePart } from '@aip-hermes/aip';
import { z } from 'zod';
import type { StoredResult } from '../events/beside.js';
import { errorOrNullAt, objectOrNullAt } from './read-ending.js';
import { countAt, objectAt } from './read-json.js';
import { Unmappable } from './unmappable.js';

const partsSchema = z.array(messagePartSchema);

/** Reads a stored result as a replay serves it. */
export function storedResultAt(value: Json | undefined): StoredResult {
  const result = objectAt(value, 'result');
  const child = result['child_result'];
  return {
    status: statusAt(result['status']),
    output: objectOrNullAt(result['output'], 'result.output'),
    message: partsAt(result['message']),
    error: errorOrNullAt(result['error'], 'result.error'),
    ...(child !== undefined && { child_result: objectOrNullAt(child, 'result.child_result') }),
    next_sequence: countAt(result['next_sequence'], 'result.next_sequence'),
  };
}

function statusAt(status: Json | undefined): StoredResult['status'] {
  switch (status) {
    case 'completed':
    case 'failed':
    case 'cancelled':
    case 'requires_human':
      return status;
    default:
      throw new Unmappable('result.status is unknown');
  }
}

function partsAt(value: Json | undefined): readonly MessagePart[] {
  const parsed = partsSchema.safeParse(value);
  if (!parsed.success) throw new Unmappable('result.message is not a list of known parts');
  return value as unknown as readonly MessagePart[];
}
