import type { BusRecord, RunFacts, Violation } from './facts.js';

/** G12: the log gives every published message again, byte for byte, in order (direct error replies have no key). */
export function checkDerived({ bus, derived }: RunFacts): readonly Violation[] {
  return ['stream_chunks', 'results'].flatMap((topic) => {
    const published = bus.filter((record) => record.topic === topic && record.key !== null).map(faceOf);
    const again = derived
      .filter((message) => message.topic === topic)
      .map(({ key, headers, value }) => faceOf({ key, headers, text: value }));
    const first = published.findIndex((face, index) => face !== again[index]);
    if (first < 0 && published.length === again.length) return [];
    const why = `${topic}: ${published.length} published, ${again.length} derived, first difference at ${first}`;
    return [{ guarantee: 'G12', why }];
  });
}

function faceOf({ key, headers, text }: Pick<BusRecord, 'key' | 'headers' | 'text'>): string {
  return JSON.stringify([key, Object.entries(headers).sort(([a], [b]) => (a < b ? -1 : 1)), text]);
}
