import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type FaultContext, registerResponseFaults } from '../control/response-faults.ts';
import type { Credentials } from '../credentials.ts';
import type { ChargeContext } from './charge.service.ts';
import type { Processor } from './charge.store.ts';

export interface ProcessorContext extends ChargeContext, FaultContext {
  readonly credentials: Credentials;
}

/** A response of a processor. */
export interface ProcessorResponse {
  readonly status: number;
  readonly body?: Record<string, unknown>;
}

/** How a processor tells its callers apart, and what it responds to whoever is not one or sends nothing that it knows. */
export interface ProcessorApi {
  readonly processor: Processor;
  readonly isAuthenticated: (request: FastifyRequest) => boolean;
  readonly responses: Readonly<
    Record<'denied' | 'unknown' | 'unreadable' | 'failing' | 'down', ProcessorResponse>
  >;
}

/** Adds faults, authentication, and the responses to what is not a call to a processor's API. */
export function registerProcessor(
  app: FastifyInstance,
  context: FaultContext,
  { processor, isAuthenticated, responses }: ProcessorApi,
): void {
  registerResponseFaults(app, processor, context, responses.down.body);
  app.addHook('preHandler', async (request, reply) =>
    isAuthenticated(request) ? undefined : respond(reply, responses.denied),
  );
  app.setNotFoundHandler((_request, reply) => respond(reply, responses.unknown));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode) return respond(reply, responses.unreadable);
    request.log.error(error);
    return respond(reply, responses.failing);
  });
}

export function respond(reply: FastifyReply, { status, body }: ProcessorResponse): FastifyReply {
  return reply.code(status).send(body);
}
