/** The report for people. */
export function renderReport({ machine, figures, quick }) {
  const { fdatasync_ms: sync } = machine;
  const lines = [
    `${machine.cpu}, ${machine.cores} cores, ${machine.memory_gib} GiB, ${machine.system}, Node ${machine.node}`,
    `fdatasync p50 ${sync.p50.toFixed(2)} ms, p99 ${sync.p99.toFixed(2)} ms; load ${machine.load.join(' ')}`,
    ...(machine.in_memory
      ? ['The directory lives in memory: a sync costs nothing here. Give a real one with --dir.']
      : []),
    ...(quick ? ['--quick: shows that it runs, not how fast.'] : []),
    '',
    ...table([
      ['', 'baseline', 'spread', 'measured', 'spread', 'ratio', 'target', 'verdict'],
      ...figures.map(row),
    ]),
    '',
    ...figures.map(({ id, what }) => `${id.padEnd(4)} ${what}`),
  ];
  return `${lines.join('\n')}\n`;
}

function row({ id, baseline, subject, ratio, target, atMost, verdict }) {
  return [
    id,
    `${amount(baseline)} ${baseline.name}`,
    percent(baseline.spread),
    amount(subject),
    percent(subject.spread),
    ratio.toFixed(2),
    `${atMost ? '<=' : '>='} ${target}`,
    verdict,
  ];
}

function amount({ median, unit }) {
  return `${median >= 100 ? Math.round(median) : median.toFixed(2)} ${unit}`;
}

function percent(part) {
  return `${Math.round(part * 100)} %`;
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
