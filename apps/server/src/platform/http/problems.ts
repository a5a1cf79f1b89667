import { STATUS_CODES } from 'node:http';
import {
  type FieldCode,
  type FieldError,
  type Problem,
  type ProblemCode,
  problemStatus,
} from '@myaccount/contract/problem';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseAway, isWorkerAway } from '../database/failure.ts';

interface RefusalOptions {
  readonly errors?: readonly FieldError[];
  /** Text that the caller may see, without internal details. */
  readonly detail?: string;
  readonly retryAfterSeconds?: number;
  /** The payment reference of a payment that was stored and refused. */
  readonly reference?: string;
  /** Methods that the path has, for a wrong method. */
  readonly allow?: readonly string[];
}

/** An expected refusal. The response is a problem with its code; nothing is logged as an error. */
export class Refusal extends Error {
  readonly code: ProblemCode;
  readonly options: RefusalOptions;

  constructor(code: ProblemCode, options: RefusalOptions = {}) {
    super(code);
    this.code = code;
    this.options = options;
  }
}

/** Returns a refusal of one invalid field. */
export function badField(field: string, code: FieldCode): Refusal {
  return new Refusal('request.invalid', { errors: [{ field, code }] });
}

/** Returns the refusal for something that does not exist or belongs to someone else, by the field that names it, if one does. */
export function notFound(field?: string): Refusal {
  return new Refusal('request.not-found', field ? { errors: [{ field, code: 'unknown' }] } : {});
}

const retryAfterSeconds = 5;
/** Media type of a problem. */
export const problemType = 'application/problem+json';

/** Problem codes for Fastify's own errors, by HTTP status. */
const codeOfStatus: Record<number, ProblemCode> = {
  400: 'request.invalid',
  // A path out of the served folder, and a path longer than any of ours.
  403: 'request.not-found',
  414: 'request.not-found',
  408: 'request.timeout',
  413: 'request.too-large',
  415: 'request.unsupported-media-type',
};

/** Turns every error into a problem response. Logs unexpected errors in full and returns them without details. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | Error, request, reply) => {
    const refusal = refusalOf(error);
    if (refusal) return sendProblem(request, reply, refusal);
    if (isDatabaseAway(error)) {
      request.log.warn({ err: error, correlationId: request.id }, 'database away');
      const code = isWorkerAway(error) ? 'account.unavailable' : 'server.unavailable';
      return sendProblem(request, reply, new Refusal(code, { retryAfterSeconds }));
    }
    request.log.error({ err: error, correlationId: request.id }, 'unexpected error');
    return sendProblem(request, reply, new Refusal('server.error'));
  });
}

/** Returns the refusal of an expected error; undefined for an unexpected one. */
export function refusalOf(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  const code = status === undefined ? undefined : codeOfStatus[status];
  if (code === 'request.invalid') return new Refusal(code, { errors: [{ field: 'body', code: 'invalid' }] });
  return code && new Refusal(code);
}

/** Returns a refusal's body. */
export function problemOf(
  { code, options: { errors, detail, reference } }: Refusal,
  correlationId: string,
): Problem {
  const status = problemStatus[code];
  return {
    type: `urn:myaccount:problem:${code}`,
    title: STATUS_CODES[status] ?? 'Problem',
    status,
    code,
    ...(detail === undefined ? {} : { detail }),
    ...(errors === undefined ? {} : { errors: [...errors] }),
    correlationId,
    ...(reference === undefined ? {} : { reference }),
  };
}

/** Sends a refusal as application/problem+json (RFC 9457) with the correlation id. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { allow, retryAfterSeconds: seconds } = refusal.options;
  const body = problemOf(refusal, request.id);
  if (seconds !== undefined) reply.header('Retry-After', String(seconds));
  if (allow !== undefined) reply.header('Allow', allow.join(', '));
  // RFC 9110, 15.5.2: a 401 names the scheme.
  if (body.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  return reply.status(body.status).type(problemType).send(JSON.stringify(body));
}
