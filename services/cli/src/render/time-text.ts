/** A stored time with three digits of milliseconds, as all times are shown; any other text as it is. */
export function timeText(stored: string): string {
  const [, second, fraction = ''] = /^([\dT:-]{19})(?:\.(\d{1,3}))?Z$/.exec(stored) ?? [];
  return second === undefined ? stored : `${second}.${fraction.padEnd(3, '0')}Z`;
}
