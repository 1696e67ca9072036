/** The report for people. */
export function renderReport({ machine, results, quick }) {
  const { fdatasync_ms: sync } = machine;
  const lines = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}`,
    `fdatasync p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms; load ${machine.load.join(' ')}`,
    ...(machine.in_memory
      ? ['The directory lives in memory: a sync costs nothing here. Give a real one with --dir.']
      : []),
    ...(quick ? ['--quick: shows that it runs, not how fast.'] : []),
    '',
    ...table([['', 'baseline', 'measured', 'ratio', 'quartiles', 'target', 'verdict'], ...results.map(row)]),
    '',
    ...results.flatMap(({ id, what, details }) => [
      `${id.padEnd(9)} ${what}`,
      ...(details ?? []).map(({ text }) => `${' '.repeat(12)}${text}`),
    ]),
  ];
  return `${lines.join('\n')}\n`;
}

/** The report for programs: one object with `machine` and `results`, one result a row. */
export function renderJson({ machine, results, quick }) {
  return `${JSON.stringify({ quick, machine, results }, null, 2)}\n`;
}

function row({ id, baseline, subject, ratio, low, high, target, atMost, met, noisy }) {
  return [
    id,
    baseline === undefined ? '' : `${amount(baseline)} ${baseline.name}`,
    amount(subject),
    ratio.toFixed(2),
    `${low.toFixed(2)} to ${high.toFixed(2)}`,
    `${atMost ? '<=' : '>='} ${target}`,
    noisy ? 'noisy' : met ? 'reached' : 'missed',
  ];
}

function amount({ median, unit }) {
  return `${median >= 100 ? Math.round(median) : median.toFixed(2)} ${unit}`;
}

function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  return rows.map((cells) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column]))
      .join('  ')
      .trimEnd(),
  );
}
