import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The client's address, read when the request arrived. */
    clientAddress: string;
  }
}

/** The origin of a call, for rate limits, sessions and the audit trail. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
  readonly correlationId: string;
}

const maximumUserAgentLength = 300;

/**
 * Prepares a server to read each client's address when its request arrives, because a closed connection has none. The
 * first hook of every request must call what this returns. TRUST_PROXY decides whose forwarded address counts.
 */
export function readClientAddress(app: FastifyInstance): (request: FastifyRequest) => void {
  // Node remembers the first reading. A client may be gone before its request is parsed.
  app.server.on('connection', (socket) => void socket.remoteAddress);
  app.decorateRequest('clientAddress', '');
  return (request) => {
    request.clientAddress = request.ip;
  };
}

/** Returns a request's client. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.clientAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maximumUserAgentLength),
    correlationId: request.id,
  };
}

/** Returns the network that rate limits count by: an IPv4 address, or an IPv6 address's /64 network. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1]) return mapped[1];
  const [head = '', tail] = address.split('::');
  const first = head ? head.split(':') : [];
  const last = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0');
  return `${[...first, ...zeros, ...last].slice(0, 4).join(':')}::/64`;
}
