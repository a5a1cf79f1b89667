import type { FastifyReply } from 'fastify';
import { networksOf } from './client.ts';
import { overload } from './requests-in-progress.ts';

/** How many open bodies one client's network may have, as a part of all. */
const partOfNetwork = 1 / 5;

/**
 * The requests whose body has not arrived, each with its client's network. A body that is sent normally is open for a
 * moment. Beyond the maximum the oldest one is refused: it is the slowest.
 */
export class OpenBodies {
  readonly #maximum: number;
  readonly #open = new Map<FastifyReply, string>();

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  /** Adds a request. Refuses the oldest one of its network if that has too many, or of all if they are too many. */
  begin(reply: FastifyReply): void {
    const network = networksOf(reply.request.clientAddress).client;
    this.#open.set(reply, network);
    reply.raw.once('close', () => this.end(reply));
    const ofNetwork = [...this.#open].filter(([, each]) => each === network);
    if (ofNetwork.length > this.#maximum * partOfNetwork) this.#refuseFirst(ofNetwork);
    else if (this.#open.size > this.#maximum) this.#refuseFirst(this.#open);
  }

  /** Removes a request whose body has arrived, or that is over. */
  end(reply: FastifyReply): void {
    this.#open.delete(reply);
  }

  #refuseFirst([oldest]: Iterable<[FastifyReply, string]>): void {
    const [reply] = oldest ?? [];
    if (!reply) return;
    this.end(reply);
    const { raw } = reply.request;
    // Fastify answers an error of a body that it reads, and closes. Without a reader there is an answer already.
    if (raw.listenerCount('error') > 0) raw.emit('error', overload());
  }
}
