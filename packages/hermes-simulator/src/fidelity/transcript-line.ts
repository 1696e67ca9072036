/** One line of a recorded scenario. */
export interface TranscriptLine {
  readonly t_ms: number;
  readonly dir: 'setup' | 'request' | 'response' | 'poll' | 'sse' | 'close' | 'note' | 'end';
  readonly conn?: number;
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number | null;
  readonly text?: string;
  readonly bytes?: number;
  readonly bytes_b64?: string;
  readonly repeated_every_ms?: number;
  readonly by?: string;
  readonly reason?: string;
  readonly model_script?: string;
  readonly turns?: readonly unknown[];
  readonly server_config?: string;
  readonly start_unix?: number;
}
