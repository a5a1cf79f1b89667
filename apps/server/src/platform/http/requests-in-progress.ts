import { hash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Refusal } from './problems.ts';

/** Live sessions have room for this many more requests, as a part of the maximum. */
const reservedPart = 1 / 4;
const rememberedSessions = 10_000;

/**
 * Counts the complete requests in progress and limits them. What one server cannot answer soon it refuses at once: a queue
 * without an end would let every request time out (SHARE-2). Beyond the maximum there is room for sessions that this server
 * knows to be live, so that strangers cannot take all of it.
 */
export class RequestsInProgress {
  readonly #maximum: number;
  /** Hashes of the `Authorization` of live sessions, the newest last. */
  readonly #sessions = new Set<string>();
  #count = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Returns whether there is room for one more request. */
  hasRoomFor(request: FastifyRequest): boolean {
    if (this.#count < this.#maximum) return true;
    return this.#count < this.#maximum * (1 + reservedPart) && this.#sessions.has(sessionKeyOf(request));
  }

  /** Counts a request until its response ends or its client leaves. */
  begin(response: ServerResponse): void {
    this.#count += 1;
    response.once('close', this.#end);
  }

  /** Learns from an answer whether the session of its request is live. */
  learn(request: FastifyRequest, status: number): void {
    const { endpoint } = request.routeOptions.config;
    if (!endpoint || endpoint.isPublic) return;
    if (status === 401) this.#sessions.delete(sessionKeyOf(request));
    if (status >= 400) return;
    this.#sessions.add(sessionKeyOf(request));
    const [oldest = ''] = this.#sessions;
    if (this.#sessions.size > rememberedSessions) this.#sessions.delete(oldest);
  }

  readonly #end = () => {
    this.#count -= 1;
  };
}

const sessionKeyOf = ({ headers }: FastifyRequest) => hash('sha256', headers.authorization ?? '');

/** Returns what one request too many is refused with. */
export const overload = () => new Refusal('server.unavailable', { retryAfterSeconds: 2 });
