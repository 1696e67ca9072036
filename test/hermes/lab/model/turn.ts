/** One answer of the scripted model. */
export type Turn =
  /** Says the pieces, each as one chunk on the wire, waiting at every promise among them; then calls the tools. */
  | {
      readonly say?: readonly (string | Promise<unknown>)[];
      readonly call?: readonly ToolCall[];
      /** Writes everything beyond ASCII as escapes, so that half a character can stand in a chunk. */
      readonly ascii?: boolean;
    }
  /** Answers with an error of the model's own API. */
  | { readonly status: number; readonly message: string };

/** A tool that the model wants called. */
interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}
