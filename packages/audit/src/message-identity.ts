import type { Headers } from '@aip-hermes/message-bus';

/** Text that is equal for two records exactly when topic, key, headers and value are the same. */
export function messageIdentity(record: {
  readonly topic: string;
  readonly key: string;
  readonly headers: Headers;
  readonly value: string | null;
}): string {
  const headers = Object.entries(record.headers).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([record.topic, record.key, headers, record.value]);
}
