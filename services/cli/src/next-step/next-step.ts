/** What a person can do next about an Action. `ID` stands for its id, in the text and among the words. */
export interface NextStep {
  /** A sentence without its full stop; it stands alone where nothing can be suggested. */
  readonly text: string;
  /** What the command line shows or does, as the end of the sentence. */
  readonly look: string;
  /** A command line that helps, without the program. */
  readonly words: readonly string[];
}
