import type { FastifyInstance } from 'fastify';
import { type ProcessorContext, registerProcessor, respond } from '../processor-api.ts';
import { downResponse, failingResponse, inquire, refund, takePayment } from './orbital-payment.ts';
import { faultResponse, isAuthenticated, isRejected, readRequest } from './orbital-request.ts';

const calls = { payments: takePayment, inquiry: inquire, refund };

/** The part of Orbital's JSON v4 that charging a saved profile needs. */
export function registerOrbital(app: FastifyInstance, context: ProcessorContext): void {
  const { credentials } = context;
  registerProcessor(app, context, {
    processor: 'orbital',
    isAuthenticated: ({ headers }) => isAuthenticated(headers, credentials),
    responses: {
      denied: faultResponse('securityMissing', 'Security information is missing'),
      unknown: faultResponse('badRequest', 'Unknown request'),
      unreadable: faultResponse('badRequest', 'The request is not JSON'),
      failing: failingResponse,
      down: downResponse,
    },
  });
  for (const [name, call] of Object.entries(calls)) {
    app.post(`/${name}`, async (request, reply) => {
      const read = readRequest(request.body, credentials.ORBITAL_MERCHANT_ID);
      return respond(reply, isRejected(read) ? read : call(context, read, request));
    });
  }
}
