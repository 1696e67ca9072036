import { actionIdOfBindingStream, PROJECTION_VERSION, type RecordedRow } from '@aip-hermes/binding';
import { goldenNames, goldenRows } from '../golden/golden-stream.js';

/** All rows of each golden story: between them they hold every event there is. */
export const GOLDEN_STORIES: readonly (readonly RecordedRow[])[] = goldenNames(PROJECTION_VERSION).map(
  (name) => goldenRows(PROJECTION_VERSION, name),
);

/** The rows of each binding stream among them. */
export const GOLDEN_BINDINGS: readonly (readonly RecordedRow[])[] = GOLDEN_STORIES.flatMap((rows) =>
  [...new Set(rows.map(({ stream }) => stream))]
    .filter((stream) => actionIdOfBindingStream(stream) !== null)
    .map((stream) => rows.filter((row) => row.stream === stream)),
);
