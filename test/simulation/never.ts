/** What a dead process waits for. */
export function never(): Promise<never> {
  return new Promise(() => undefined);
}
