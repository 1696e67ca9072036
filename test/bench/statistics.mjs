/** Median of some numbers. */
export function median(values) {
  return quantile(values, 0.5);
}

/** The value below which this part of the numbers lies. */
export function quantile(values, part) {
  const sorted = [...values].sort((one, other) => one - other);
  const place = (sorted.length - 1) * part;
  const low = sorted[Math.floor(place)] ?? Number.NaN;
  const high = sorted[Math.ceil(place)] ?? low;
  return low + (high - low) * (place - Math.floor(place));
}

/** How far the numbers lie apart, as a part of their median. */
function spread(values) {
  return (Math.max(...values) - Math.min(...values)) / median(values);
}

/** Median and spread of a sample. */
export function summary(values) {
  return { median: median(values), spread: spread(values), values };
}

/** A baseline that spreads more than this says nothing (DESIGN 10). */
export const NOISY_SPREAD = 0.25;
