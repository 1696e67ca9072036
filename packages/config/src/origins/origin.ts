/** Who said an effective value. `key` is the path in the file, which differs for what an endpoint takes from `policy`. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'file'; readonly key: string }
  | { readonly kind: 'environment'; readonly name: string };

/** The origin of every effective value, by its path in `redactedView`; never a value. */
export type Origins = Readonly<Record<string, Origin>>;
