import { answerFindings } from './answer-findings.js';
import { chunkFindings } from './chunk-findings.js';
import type { Judged } from './judged.js';
import { resultFindings } from './result-findings.js';
import { startFindings } from './start-findings.js';

/** What breaks G1, G3, G4, G6 or G7, in words; empty when nothing does. */
export function findings(judged: Judged): readonly string[] {
  return [startFindings, answerFindings, resultFindings, chunkFindings].flatMap((find) => find(judged));
}
