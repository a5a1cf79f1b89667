import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { hashToken } from '../secrets.ts';
import { type Client, clientOf } from './client.ts';
import { revalidatedContent, type TaggedFile } from './entity-tag.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { badField, Refusal } from './problems.ts';

/** The live session of the request. Every read and write of customer data takes one. */
export interface Caller {
  readonly sessionId: string;
  readonly loginId: string;
  readonly emailAddress: string;
  /** The accounts of the login. Every read of customer data names them, so that it touches no other account. */
  readonly accountIds: readonly string[];
  readonly signedInAt: Date;
  /** When a code last proved who the caller is. */
  readonly confirmedAt: Date;
  /** Until when what `requireNoHold` guards is refused; null if it never was. */
  readonly securityHoldUntil: Date | null;
}

/** Returns the live session with this token hash, undefined if the session ended. `isUse` keeps it alive. */
export type ResolveCaller = (tokenHash: Buffer, isUse: boolean) => Promise<Caller | undefined>;

type Output<T> = T extends z.ZodType ? z.output<T> : undefined;
type FileOf<E extends Endpoint> = E extends { readonly hasEntityTag: true } ? TaggedFile : Uint8Array;
type Result<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : FileOf<E>;

/** Input of a route’s handler: the parsed query, headers, and body, the client, the request, and the reply for headers. */
export interface Call<E extends Endpoint> {
  readonly query: Output<E['query']>;
  readonly headers: Output<E['headers']>;
  readonly body: Output<E['body']>;
  readonly client: Client;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
export interface SignedInCall<E extends Endpoint> extends Call<E> {
  readonly caller: Caller;
}
/** A call whose own SQL statement resolves the session; without a session it must throw {@link signedOut}. */
export interface TokenCall<E extends Endpoint> extends Call<E> {
  readonly tokenHash: Buffer;
}

type Handler<C, E extends Endpoint> = (call: C) => Promise<Result<E>>;

/** Registers the contract’s endpoints: parses input, checks the session, shapes the reply. */
export class Endpoints {
  /** For callbacks of outside services, which are not in the contract. */
  readonly server: FastifyInstance;
  readonly #resolveCaller: ResolveCaller;

  constructor(server: FastifyInstance, resolveCaller: ResolveCaller) {
    this.server = server;
    this.#resolveCaller = resolveCaller;
  }

  /** Registers a call that needs no session; the contract must declare it public. */
  open<E extends Endpoint & { readonly isPublic: true }>(endpoint: E, handler: Handler<Call<E>, E>): void {
    this.#register(endpoint, (request, reply) => handler(parse(endpoint, request, reply)));
  }

  /** Registers a call of a signed-in user. */
  signedIn<E extends Endpoint>(endpoint: E, handler: Handler<SignedInCall<E>, E>): void {
    this.#register(endpoint, async (request, reply) => {
      const caller = await this.#resolveCaller(tokenHashOf(request), !endpoint.isPolled);
      if (!caller) throw signedOut();
      return await handler({ ...parse(endpoint, request, reply), caller });
    });
  }

  /** Registers a hot call: its one SQL statement resolves the session together with the data. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<TokenCall<E>, E>): void {
    this.#register(endpoint, (request, reply) => {
      const tokenHash = tokenHashOf(request);
      return handler({ ...parse(endpoint, request, reply), tokenHash });
    });
  }

  #register<E extends Endpoint>(
    endpoint: E,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Result<E>>,
  ): void {
    const { method, path, status = 200, file, hasEntityTag, reply: shape } = endpoint;
    this.server.route({
      method,
      url: `${apiPath}${path}`,
      config: { endpoint },
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const result = await handle(request, reply);
        const content = hasEntityTag ? revalidatedContent(result as TaggedFile, reply) : result;
        if (content === undefined) return reply.status(notModified).send();
        reply.status(status).type(file ?? 'application/json; charset=utf-8');
        return shape ? JSON.stringify(shape.parse(content)) : Buffer.from(content as Uint8Array);
      },
    });
  }
}

/** Returns the refusal for a token that is missing or unknown or whose session ended. */
export function signedOut(): Refusal {
  return new Refusal('request.unauthorized');
}

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  // Fastify reads no body of a GET.
  if (!endpoint.body && hasBody(request)) throw badField('body', 'unexpected');
  const query = endpoint.query?.safeParse(request.query, { reportInput: true });
  const sent = request.body === undefined ? {} : request.body;
  const body = endpoint.body?.safeParse(sent, { reportInput: true });
  const headers = endpoint.headers?.safeParse(sentHeaders(endpoint.headers, request), { reportInput: true });
  const issues = [query, headers, body].flatMap((result) => result?.error?.issues ?? []);
  if (issues.length > 0) throw new Refusal('request.invalid', { errors: fieldErrorsOf(issues) });
  const parsed = { query: query?.data, headers: headers?.data, body: body?.data };
  return { ...parsed, client: clientOf(request), request, reply } as Call<E>;
}

/** Returns the declared headers by their usual spelling; Node spells them in lower case. */
function sentHeaders({ shape }: z.ZodObject, { headers }: FastifyRequest): Record<string, unknown> {
  return Object.fromEntries(Object.keys(shape).map((name) => [name, headers[name.toLowerCase()]]));
}

function hasBody({ body }: FastifyRequest): boolean {
  return body !== undefined && body !== null;
}

const notModified = 304;
const maximumTokenLength = 512;

function tokenHashOf(request: FastifyRequest): Buffer {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  if (!token || token.length > maximumTokenLength) throw signedOut();
  return hashToken(token);
}
