/** A number with its noun, for a sentence: `1 reply`, `2 replies`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
