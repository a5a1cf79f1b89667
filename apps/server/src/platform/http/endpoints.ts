import { apiPath, type Endpoint } from '@myaccount/contract/endpoint';
import { idempotencyKey } from '@myaccount/contract/payments';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { hashToken } from '../secrets.ts';
import { fieldErrorsOf } from './field-errors.ts';
import { Refusal } from './problems.ts';

/** Who is asking: a live session. Every read and write of customer data takes one. */
export interface Caller {
  readonly sessionId: string;
  readonly loginId: string;
  readonly emailAddress: string;
  readonly signedInAt: Date;
}

/** Gives the live session of a token’s hash, or undefined where it ended. */
export type ResolveCaller = (tokenHash: Buffer) => Promise<Caller | undefined>;

type ParsedInput<T> = T extends z.ZodType ? z.output<T> : undefined;
type Answer<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : Uint8Array;

/** What a route’s handler gets: parsed input, the request and the reply for headers. */
export interface Call<E extends Endpoint> {
  readonly query: ParsedInput<E['query']>;
  readonly body: ParsedInput<E['body']>;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
export interface SignedInCall<E extends Endpoint> extends Call<E> {
  readonly caller: Caller;
}
/** A call whose statement resolves the session itself; one that finds none must refuse with {@link signedOut}. */
export interface TokenCall<E extends Endpoint> extends Call<E> {
  readonly tokenHash: Buffer;
}

type Handler<C, E extends Endpoint> = (call: C) => Promise<Answer<E>>;

/** Registers the contract’s endpoints: parsing, the guard, the answer’s shape. */
export class Endpoints {
  readonly #app: FastifyInstance;
  readonly #resolveCaller: ResolveCaller;

  constructor(app: FastifyInstance, resolveCaller: ResolveCaller) {
    this.#app = app;
    this.#resolveCaller = resolveCaller;
  }

  /** A call that needs no session; the contract must say so. */
  open<E extends Endpoint & { readonly isPublic: true }>(endpoint: E, handler: Handler<Call<E>, E>): void {
    this.#register(endpoint, (request, reply) => handler(parse(endpoint, request, reply)));
  }

  /** A call of a signed-in user. */
  signedIn<E extends Endpoint>(endpoint: E, handler: Handler<SignedInCall<E>, E>): void {
    this.#register(endpoint, async (request, reply) => {
      const caller = await this.#resolveCaller(tokenHashOf(request));
      if (!caller) throw signedOut();
      return await handler({ ...parse(endpoint, request, reply), caller });
    });
  }

  /** A hot call: its one statement resolves the session together with the data. */
  withToken<E extends Endpoint>(endpoint: E, handler: Handler<TokenCall<E>, E>): void {
    this.#register(endpoint, (request, reply) => {
      const tokenHash = tokenHashOf(request);
      return handler({ ...parse(endpoint, request, reply), tokenHash });
    });
  }

  #register<E extends Endpoint>(
    endpoint: E,
    handle: (request: FastifyRequest, reply: FastifyReply) => Promise<Answer<E>>,
  ): void {
    const { method, path, status = 200, file, reply: shape } = endpoint;
    this.#app.route({
      method,
      url: `${apiPath}${path}`,
      schema: describe(endpoint),
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const answer = await handle(request, reply);
        reply.status(status).type(file ?? 'application/json; charset=utf-8');
        return shape ? JSON.stringify(shape.parse(answer)) : Buffer.from(answer as Uint8Array);
      },
    });
  }
}

/** The refusal of a token that is missing, unknown or whose session ended. */
export function signedOut(): Refusal {
  return new Refusal('request.unauthorized');
}

/** The caller’s Idempotency-Key; undefined where none was sent, refused where malformed. */
export function sentIdempotencyKey(request: FastifyRequest): string | undefined {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return undefined;
  const parsed = idempotencyKey.safeParse(header);
  if (parsed.success) return parsed.data;
  throw new Refusal('request.invalid', { errors: [{ field: 'Idempotency-Key', code: 'invalid' }] });
}

function parse<E extends Endpoint>(endpoint: E, request: FastifyRequest, reply: FastifyReply): Call<E> {
  const query = endpoint.query?.safeParse(request.query, { reportInput: true });
  const body = endpoint.body?.safeParse(request.body ?? {}, { reportInput: true });
  const issues = [...(query?.error?.issues ?? []), ...(body?.error?.issues ?? [])];
  if (issues.length > 0) throw new Refusal('request.invalid', { errors: fieldErrorsOf(issues) });
  return { query: query?.data, body: body?.data, request, reply } as Call<E>;
}

const maximumTokenLength = 512;

function tokenHashOf(request: FastifyRequest): Buffer {
  const header = request.headers.authorization;
  const token = header?.replace(/^Bearer +/i, '').trim();
  if (!token || token.length > maximumTokenLength) throw signedOut();
  return hashToken(token);
}

/** The OpenAPI description of the call, made from the schemas that check it. */
function describe(endpoint: Endpoint): Record<string, unknown> {
  const json = (schema: z.ZodType, io: 'input' | 'output') => {
    const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    return rest;
  };
  const { status = 200, file, reply } = endpoint;
  return {
    summary: endpoint.summary,
    description: `${endpoint.requirement}. Problems: ${endpoint.problems.join(', ') || 'the common ones'}.`,
    tags: [endpoint.path.split('/')[1] ?? 'api'],
    security: endpoint.isPublic ? [] : [{ session: [] }],
    ...(endpoint.query ? { querystring: json(endpoint.query, 'input') } : {}),
    ...(endpoint.body ? { body: json(endpoint.body, 'input') } : {}),
    response: {
      [status]: reply ? json(reply, 'output') : { type: 'string', format: 'binary', description: file },
    },
  };
}
