import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credentials } from '../../credentials.ts';
import type { ChargeContext } from '../charge.service.ts';
import { type FaultOptions, registerResponseFaults, setDelivery } from '../response-faults.ts';
import { downResponse, inquire, takePayment } from './orbital-payment.ts';
import {
  faultResponse,
  isAuthenticated,
  isRejected,
  type OrbitalRequest,
  type OrbitalResponse,
  readRequest,
} from './orbital-request.ts';
import { refundCharge, reverseCharge } from './orbital-reversal.ts';

type Handler = (request: OrbitalRequest, call: FastifyRequest) => OrbitalResponse;

/** The part of Orbital's JSON v4 that charging a saved profile needs. */
export function registerOrbital(
  app: FastifyInstance,
  context: ChargeContext,
  { faults, credentials }: { faults: FaultOptions; credentials: Credentials },
): void {
  registerResponseFaults(app, 'orbital', faults, downResponse.body);
  app.addHook('preHandler', async (request, reply) => {
    if (isAuthenticated(request.headers, credentials)) return undefined;
    return send(reply, faultResponse('securityMissing', 'Security information is missing'));
  });
  app.setNotFoundHandler((_request, reply) => send(reply, faultResponse('badRequest', 'Unknown request')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode) return send(reply, faultResponse('badRequest', 'The request is not JSON'));
    request.log.error(error);
    return send(reply, faultResponse('failing', 'System failure'));
  });

  const respondWith = (handler: Handler) => async (call: FastifyRequest, reply: FastifyReply) => {
    const read = readRequest(call.body, credentials.orbital.merchantId);
    return send(reply, isRejected(read) ? read : handler(read, call));
  };
  app.post(
    '/payments',
    respondWith((request, call) => {
      const { response, outcome } = takePayment(context, request);
      if (outcome) setDelivery(call, outcome.delivery);
      return response;
    }),
  );
  app.post(
    '/inquiry',
    respondWith((request) => inquire(context, request)),
  );
  app.post(
    '/reversal',
    respondWith((request) => reverseCharge(context, request)),
  );
  app.post(
    '/refund',
    respondWith((request) => refundCharge(context, request)),
  );
}

function send(reply: FastifyReply, { status, body }: OrbitalResponse): FastifyReply {
  return reply.code(status).send(body);
}
