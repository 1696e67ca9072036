/** stdout as it takes bytes. */
export interface RawOutput {
  readonly isTerminal: boolean;
  write(bytes: Uint8Array): void;
}

/** The stdout of this process. */
export function rawOutput(): RawOutput {
  return {
    isTerminal: process.stdout.isTTY,
    write: (bytes) => void process.stdout.write(bytes),
  };
}
