import pc from 'picocolors';

type Paint = (text: string) => string;

/** How words are set off; without colour every paint gives its text back. */
export interface Style {
  readonly dim: Paint;
  readonly bold: Paint;
  readonly good: Paint;
  readonly bad: Paint;
  readonly warn: Paint;
  readonly accent: Paint;
}

/** Paints for a terminal (`colour`) or for a file. */
export function createStyle(colour: boolean): Style {
  const { dim, bold, green, red, yellow, cyan } = pc.createColors(colour);
  return { dim, bold, good: green, bad: red, warn: yellow, accent: cyan };
}
