/** Something that a scripted turn waits for and a test opens. */
export interface Gate {
  readonly opened: Promise<void>;
  open(): void;
}

/** A gate that is closed. */
export function closedGate(): Gate {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { opened, open: () => open() };
}
