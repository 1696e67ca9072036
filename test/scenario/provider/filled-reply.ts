import type { AnyJson, AnyJsonObject } from '@aip-hermes/aip';
import { isObject, jsonText, mapTexts, objectFrom, readJson } from '../file/json-text.js';
import type { Chunk, Pad, Reply } from '../file/scenario.js';

/** What is put in the place of `$run` in texts. */
export type FillText = (text: string) => string;

/** The body of a reply that is no stream; null when it has none. `use` counts uses of the reply from 1. */
export function replyBody(reply: Reply, use: number, fill: FillText): Uint8Array | null {
  if (reply.json !== undefined) return Buffer.from(jsonText(filledJson(reply.json, reply, use, fill)));
  if (reply.text !== undefined) return Buffer.from(fill(reply.text));
  return null;
}

/** The headers of a reply, `content-type` included where the kind of body gives one. */
export function replyHeaders(reply: Reply, fill: FillText): Readonly<Record<string, string>> {
  const usual =
    reply.json !== undefined
      ? { 'content-type': 'application/json' }
      : reply.chunks !== undefined
        ? { 'content-type': 'text/event-stream' }
        : {};
  const given = Object.entries(reply.headers ?? {});
  return { ...usual, ...Object.fromEntries(given.map(([name, value]) => [name.toLowerCase(), fill(value)])) };
}

/** The bytes that a chunk puts on the stream with one write. @throws when a file is not there. */
export function chunkBytes(chunk: Chunk, files: ReadonlyMap<string, Uint8Array>, fill: FillText): Uint8Array {
  if (chunk.file !== undefined) {
    const bytes = files.get(chunk.file);
    if (bytes === undefined) throw new Error(`file ${chunk.file} was not read`);
    return bytes;
  }
  if (chunk.text !== undefined) return Buffer.from(fill(chunk.text));
  const event = padded(chunk.event ?? {}, chunk.pad);
  const frame = `data: ${jsonText(mapTexts(event, fill))}\n\n`;
  return Buffer.from(frame.repeat(chunk.burst ?? 1));
}

/** The run id that the body of an answer to a start request gives; null when it gives none. */
export function runIdIn(reply: Reply, fill: FillText): string | null {
  const read =
    reply.json === undefined && reply.text !== undefined ? readJson(Buffer.from(reply.text)) : null;
  const body = read?.kind === 'ok' ? read.value : reply.json;
  const id = isObject(body) && Object.hasOwn(body, 'run_id') ? body['run_id'] : undefined;
  return typeof id === 'string' ? fill(id) : null;
}

function filledJson(json: AnyJson, reply: Reply, use: number, fill: FillText): AnyJson {
  if (!isObject(json)) return mapTexts(json, fill);
  const grown = Object.entries(json).flatMap(([name, value]): (readonly [string, AnyJson])[] => {
    if (value === undefined) return [];
    const grows = typeof value === 'number' && reply.increment?.includes(name) === true;
    return [[name, grows ? value + use - 1 : value]];
  });
  return mapTexts(padded(objectFrom(grown), reply.pad), fill);
}

function padded(object: AnyJsonObject, pad: Pad | undefined): AnyJsonObject {
  if (pad === undefined) return object;
  const members = Object.entries(object).filter(
    (entry): entry is [string, AnyJson] => entry[1] !== undefined && entry[0] !== pad.member,
  );
  return objectFrom([...members, [pad.member, pad.char.repeat(pad.count)]]);
}
