import { median, NOISY_SPREAD, quantile, summary } from './statistics.mjs';

/**
 * One row of the report. `ratio` is the median of the subject against the median of its baseline, `low` and `high` the
 * quartiles of the ratios of single rounds (subject and baseline of one round were measured one after the other);
 * `noisy` when the baseline spreads so much that `met` says nothing (DESIGN 10).
 */
export function ratioOf({ id, what, target, atMost = false, unit, baseline, subject, subjects }) {
  const base = { name: baseline, unit, ...summary(subjects[baseline]) };
  const measured = { name: subject, unit, ...summary(subjects[subject]) };
  const rounds = measured.values.map((value, round) => value / base.values[round]);
  return judged({
    id,
    what,
    baseline: base,
    subject: measured,
    ratio: measured.median / base.median,
    low: quantile(rounds, 0.25),
    high: quantile(rounds, 0.75),
    target,
    atMost,
    noisy: base.spread > NOISY_SPREAD,
  });
}

/** A row whose figure is a bound of its own, round by round: `values` are measured / allowed. */
export function shareOf({ id, what, target = 1, values, baseline, subject, noisy = false, details = [] }) {
  return judged({
    id,
    what,
    baseline,
    subject,
    ratio: median(values),
    low: quantile(values, 0.25),
    high: quantile(values, 0.75),
    target,
    atMost: true,
    noisy,
    details,
  });
}

function judged(row) {
  return { ...row, met: row.atMost ? row.ratio <= row.target : row.ratio >= row.target };
}
