// @ts-check

/** How a schema says that it is JSON Schema 2020-12 in an AsyncAPI document. */
export const SCHEMA_FORMAT = 'application/schema+json;version=draft-2020-12';

const URN = /^urn:aip:1\.0:([a-z_]+)(?:#(.*))?$/u;

/**
 * The schemas of AIP as components of one document: every reference is a pointer into that document, so that a reader
 * that knows nothing of schema ids resolves them too.
 *
 * @param {Readonly<Record<string, object>>} schemas by name, as the `$id` has it
 * @returns {Record<string, object>}
 */
export function asyncApiSchemas(schemas) {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const { $id, $schema, ...rest } = /** @type {Record<string, unknown>} */ (schema);
      if ($id !== `urn:aip:1.0:${name}` || typeof $schema !== 'string')
        throw new Error(`${name} is not a schema of AIP 1.0`);
      return [name, { schemaFormat: SCHEMA_FORMAT, schema: withPointers(rest, name) }];
    }),
  );
}

/**
 * Where a schema, or a part of it, stands in the document.
 *
 * @param {string} name
 * @param {string} [part] JSON Pointer inside the schema
 * @returns {string}
 */
export function schemaPointer(name, part = '') {
  return `#/components/schemas/${name}/schema${part}`;
}

/**
 * @param {unknown} value
 * @param {string} name of the schema it stands in
 * @returns {unknown}
 */
function withPointers(value, name) {
  if (Array.isArray(value)) return value.map((item) => withPointers(item, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [
      key,
      key === '$ref' && typeof member === 'string' ? pointerOf(member, name) : withPointers(member, name),
    ]),
  );
}

/**
 * @param {string} reference
 * @param {string} name
 */
function pointerOf(reference, name) {
  if (reference.startsWith('#')) return schemaPointer(name, reference.slice(1));
  const [, other, part] = URN.exec(reference) ?? [];
  if (other === undefined) throw new Error(`${name} refers to ${reference}`);
  return schemaPointer(other, part);
}
