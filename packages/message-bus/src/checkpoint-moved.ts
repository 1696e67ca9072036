import { CheckpointMoved } from './errors.js';

/** The refusal to publish on a position that is no longer the stored one. */
export function checkpointMoved(shard: string): CheckpointMoved {
  return new CheckpointMoved(
    `The checkpoint of shard ${shard} was moved by another projector; nothing was published.`,
  );
}
