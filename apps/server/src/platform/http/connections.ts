import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** The open connections of a server, each with the last response that was begun on it. */
export class Connections {
  readonly #responses = new Map<Socket, ServerResponse | undefined>();

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#responses.set(socket, undefined);
      socket.once('close', () => this.#responses.delete(socket));
    });
    server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      if (this.#responses.has(socket)) this.#responses.set(socket, response);
    });
  }

  get count(): number {
    return this.#responses.size;
  }

  /** Returns the response in progress on a connection; undefined between two requests. */
  responseInProgress(socket: Socket): ServerResponse | undefined {
    const response = this.#responses.get(socket);
    return response?.writableFinished ? undefined : response;
  }

  /** Closes the connections without a request in progress, also those that wait for the rest of their headers. */
  closeIdle(): void {
    for (const socket of this.#responses.keys()) if (!this.responseInProgress(socket)) socket.destroy();
  }
}
