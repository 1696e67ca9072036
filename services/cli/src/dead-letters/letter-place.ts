/** What a person names a dead letter by. */
export type LetterName =
  /** The letter's own place on its topic. */
  | { readonly by: 'letter'; readonly partition: number; readonly offset: number }
  /** The place of the record it was made of. */
  | { readonly by: 'source'; readonly place: string };

/** The id of a letter, such as `dl-0-3`: its own place, which never changes. */
export function letterId(place: { readonly partition: number; readonly offset: number }): string {
  return `dl-${place.partition}-${place.offset}`;
}

/** At most this many digits: whole numbers that JavaScript keeps. */
const ID = /^dl-(\d{1,15})-(\d{1,15})$/;
const PLACE = /^[a-z_]{1,40}\/\d{1,15}\/\d{1,15}$/;

/** Reads an id or a place; null: it is neither. */
export function letterName(text: string): LetterName | null {
  const [, partition, offset] = ID.exec(text) ?? [];
  if (partition !== undefined && offset !== undefined)
    return { by: 'letter', partition: Number(partition), offset: Number(offset) };
  return PLACE.test(text) ? { by: 'source', place: text } : null;
}
