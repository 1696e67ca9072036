import { Socket } from 'node:net';
import { Client, type buildConnector } from 'undici';

/** A connection for one request. */
export interface FreshConnection {
  readonly client: Client;
  /** Closes it, also while it is still being made: the library alone would wait for the connect time-out. */
  end(): void;
}

/** Opens nothing yet; the connection is made when the client is given its request. */
export function freshConnection(
  origin: string,
  connector: buildConnector.connector,
  options: Client.Options,
): FreshConnection {
  // The library's connector returns the socket although its type says nothing of it.
  const socketOf: (...target: Parameters<typeof connector>) => unknown = connector;
  let connecting: Socket | null = null;
  const connect: buildConnector.connector = (target, callback) => {
    const socket = socketOf(target, (...result) => {
      connecting = null;
      callback(...result);
    });
    if (socket instanceof Socket) connecting = socket;
  };
  const client = new Client(origin, { ...options, connect, pipelining: 0 });
  return {
    client,
    end: () => {
      connecting?.destroy(new Error('given up while connecting'));
      void client.destroy();
    },
  };
}
