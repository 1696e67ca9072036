/** Thrown inside the projection when a row cannot be read; never leaves it (DESIGN 7). */
export class Unmappable extends Error {
  override readonly name = 'Unmappable';
}
