/** What `stat` says of a file. */
export interface FileFacts {
  /** Permission bits, with or without the file type bits. */
  readonly mode: number;
  /** Bytes. */
  readonly size: number;
}

/** Where a configuration comes from; the package itself touches neither files nor the environment. */
export interface ConfigSource {
  /** The configuration file; null: none was named. */
  readonly file: string | null;
  /**
   * The text of a file (UTF-8), relative paths as the process sees them. May stop reading beyond `maxBytes`, as
   * long as what it returns is then longer than that. Throws (with a Node error `code`) when it cannot.
   */
  readonly readFile: (path: string, maxBytes: number) => string;
  /** Facts of a file, links followed; without it neither modes nor kinds of key files are checked. */
  readonly stat?: ((path: string) => FileFacts) | undefined;
  /** Environment variables: those that set keys (`AIP_HERMES__...`), and those that `api_key_env` may name. */
  readonly env: Readonly<Record<string, string | undefined>>;
}
