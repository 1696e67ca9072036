/** A promise that a test resolves by hand. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A closed gate. */
export function gate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
