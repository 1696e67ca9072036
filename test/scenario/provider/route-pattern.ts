/** The method and path of a route; `{id}` is any one segment. */
export class RoutePattern {
  readonly text: string;
  readonly #method: string;
  readonly #segments: readonly string[];

  constructor(text: string) {
    const [method = '', path = ''] = text.split(' ');
    this.text = text;
    this.#method = method;
    this.#segments = path.split('/');
  }

  /** Whether a request fits. */
  fits(method: string, path: string): boolean {
    const segments = path.split('/');
    return (
      method === this.#method &&
      segments.length === this.#segments.length &&
      this.#segments.every((expected, index) => expected === '{id}' || expected === segments[index])
    );
  }
}

/** The run id in the path of a request about a run, decoded; null for other paths. */
export function runIdOf(path: string): string | null {
  const segment = /^\/v1\/runs\/([^/]+)(?:\/|$)/.exec(path)?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
