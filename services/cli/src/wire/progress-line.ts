/** One line on a terminal that is written over again; nothing where there is no terminal. */
export interface ProgressLine {
  show(text: string): void;
  /** Leaves an empty line. */
  clear(): void;
}

/** On stderr, so that stdout carries the result alone. */
export function progressLine(stderr: NodeJS.WriteStream = process.stderr): ProgressLine {
  const rewrite = (text: string): void => {
    if (stderr.isTTY) stderr.write(`\r\u001b[K${text}`);
  };
  return { show: rewrite, clear: () => rewrite('') };
}
