/** The part of a stream that is needed here; `done` is called once for each text. */
export interface TextSink {
  write(text: string, done: (error?: Error | null) => void): unknown;
}

/**
 * Writes text to a stream that may fail for a while. Each text that cannot be written is lost and counted; when writing
 * works again `regained` is called, once for each such time.
 * @param regained Is given how many were lost since the start, and may write through the same writer.
 */
export function enduringWriter(stream: TextSink, regained: (lost: number) => void): (text: string) => void {
  let lost = 0;
  let told = 0;
  return (text) => {
    stream.write(text, (error) => {
      if (error !== null && error !== undefined) {
        lost += 1;
      } else if (lost > told) {
        // Counted from the start: should this be lost as well, the next one tells of both.
        told = lost;
        regained(lost);
      }
    });
  };
}
