import { uuidsV5In, uuidV5 } from '@aip-hermes/aip';

/** UUIDv5 of `urn:aip:connector:hermes_agent:event-streams:v1` in the URL namespace of RFC 9562. */
export const STREAMS_NAMESPACE = '89bf5cab-af10-545e-a64c-51a1c142236b';

/** Ids of one append: UUIDv5 over stream, attempt and index (DESIGN 3), never over the command that led to it. */
export function eventIds(stream: string, attemptId: string): (index: number) => string {
  const idOf = uuidsV5In(uuidV5(STREAMS_NAMESPACE, stream));
  return (index) => idOf(`${attemptId}/${index}`);
}
