import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Returns the address of a port where nobody listens. */
export async function closedUrl(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}
