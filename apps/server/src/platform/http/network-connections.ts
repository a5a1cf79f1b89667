import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { networksOf } from './client.ts';

/** Closes a new connection at once if its client's network has `maximum` already. */
export function limitConnectionsPerNetwork(server: Server, maximum: number): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const network = networksOf(socket.remoteAddress ?? '').client;
    const count = counts.get(network) ?? 0;
    if (count >= maximum) return void socket.destroy();
    counts.set(network, count + 1);
    socket.once('close', () => {
      const left = (counts.get(network) ?? 0) - 1;
      if (left > 0) counts.set(network, left);
      else counts.delete(network);
    });
  });
}
