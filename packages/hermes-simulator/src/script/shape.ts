/** A script file that is not what it must be; the message names the place. */
export class ScriptError extends Error {
  constructor(place: string, expected: string) {
    super(`${place}: expected ${expected}`);
    this.name = 'ScriptError';
  }
}

/** A value of unknown shape with the place it stands at, read with checks. Every reader throws ScriptError. */
export class Shape {
  readonly value: unknown;
  readonly place: string;

  constructor(value: unknown, place: string) {
    this.value = value;
    this.place = place;
  }

  /** A member of an object; absent members have the value undefined. */
  get(key: string): Shape {
    return new Shape(this.object()[key], `${this.place}.${key}`);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.object(), key);
  }

  object(): Record<string, unknown> {
    if (typeof this.value !== 'object' || this.value === null || Array.isArray(this.value))
      throw new ScriptError(this.place, 'an object');
    return this.value as Record<string, unknown>;
  }

  list(): readonly Shape[] {
    if (!Array.isArray(this.value)) throw new ScriptError(this.place, 'an array');
    return this.value.map((item: unknown, index) => new Shape(item, `${this.place}[${index}]`));
  }

  text(): string {
    if (typeof this.value !== 'string') throw new ScriptError(this.place, 'a string');
    return this.value;
  }

  /** A string or a list of strings, as a list. */
  texts(): readonly string[] {
    if (typeof this.value === 'string') return [this.value];
    return this.list().map((item) => item.text());
  }

  /** A finite number, not negative. */
  number(): number {
    if (typeof this.value !== 'number' || !Number.isFinite(this.value) || this.value < 0)
      throw new ScriptError(this.place, 'a number, not negative');
    return this.value;
  }

  flag(): boolean {
    if (typeof this.value !== 'boolean') throw new ScriptError(this.place, 'true or false');
    return this.value;
  }

  /** Reads a member if it is there: `{[name]: read(member)}`, else `{}`. */
  optional<K extends string, T>(key: string, name: K, read: (shape: Shape) => T): Partial<Record<K, T>> {
    const member = this.get(key);
    if (member.value === undefined) return {};
    return { [name]: read(member) } as Partial<Record<K, T>>;
  }
}
