import { isIP } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

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

/** The address of clients whose proxy names none. They count as one network. */
export const unknownAddress = 'unknown';

/** An address as some proxies write it: with the client's port, an IPv6 address in brackets. */
const forwardedAddress = /^(?:\[(?<bracketed>[^\]]*)\]|(?<plain>[^:]*))(?::\d{1,5})?$/;

/**
 * Prepares a server to read each client's address when its request arrives, because a closed connection has none. The
 * first hook of every request must call what this returns. TRUST_PROXY decides whose forwarded address counts; Fastify
 * compares it with addresses without a port, so ports are taken off before.
 */
export function readClientAddress(app: FastifyInstance): (request: FastifyRequest) => void {
  // Node remembers the first reading. A client may be gone before its request is parsed.
  app.server.on('connection', (socket) => void socket.remoteAddress);
  app.decorateRequest('clientAddress', '');
  return (request) => {
    const { headers } = request.raw;
    const forwarded = headers['x-forwarded-for'];
    if (forwarded) headers['x-forwarded-for'] = String(forwarded).split(',').map(readForwarded).join(',');
    request.clientAddress = request.ip;
  };
}

/** Returns the address of one entry of X-Forwarded-For; an empty one stays empty. */
function readForwarded(entry: string): string {
  const text = entry.trim();
  const { bracketed, plain } = forwardedAddress.exec(text)?.groups ?? {};
  const address = bracketed ?? plain ?? text;
  return text === '' || isIP(address) ? address : unknownAddress;
}

/** Returns a request's client. */
export function clientOf(request: FastifyRequest): Client {
  return {
    address: request.clientAddress,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, maximumUserAgentLength),
    correlationId: request.id,
  };
}

/** The networks of a client that rate limits count by, from its own to the widest. */
export interface ClientNetworks {
  /** An IPv4 address, or an IPv6 /64. */
  readonly client: string;
  /** An IPv6 /56: what a provider hands to one household or office. Null for IPv4. */
  readonly site: string | null;
  /** An IPv6 /48 or an IPv4 /24. */
  readonly range: string;
}

/** Returns a client's networks. An IPv4-mapped IPv6 address counts as IPv4; what is no address is one network. */
export function networksOf(address: string): ClientNetworks {
  if (!ipaddr.isValid(address)) return { client: unknownAddress, site: null, range: unknownAddress };
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') {
    const range = ipaddr.IPv4.networkAddressFromCIDR(`${parsed}/24`);
    return { client: parsed.toString(), site: null, range: `${range}/24` };
  }
  const [plain] = parsed.toString().split('%');
  const network = (bits: number) => `${ipaddr.IPv6.networkAddressFromCIDR(`${plain}/${bits}`)}/${bits}`;
  return { client: network(64), site: network(56), range: network(48) };
}

/** Returns a client's network as people read it, as coarse as its range: `203.0.113.x`, `2001:db8:1:x`; `—` if it is unknown. */
export function networkNameOf(address: string): string {
  const { range } = networksOf(address);
  if (range === unknownAddress) return '—';
  if (range.includes(':')) return range.replace(/:{1,2}\/\d+$/, ':x');
  return range.replace(/\d+\/\d+$/, 'x');
}
