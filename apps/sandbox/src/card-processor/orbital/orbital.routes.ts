import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credentials } from '../../credentials.ts';
import { layRoad, type Road, sendAlong } from '../answer-journey.ts';
import type { ChargeDesk } from '../charge-desk.ts';
import { DOWN_ANSWER, inquire, takePayment } from './orbital-payment.ts';
import {
  faultAnswer,
  isAuthenticated,
  isRefused,
  type OrbitalAnswer,
  type OrbitalRequest,
  readRequest,
} from './orbital-request.ts';
import { refundCharge, reverseCharge } from './orbital-undo.ts';

type Answering = (request: OrbitalRequest, call: FastifyRequest) => OrbitalAnswer;

/** Orbital's JSON v4, as far as charging a saved profile needs it. */
export function registerOrbital(
  app: FastifyInstance,
  desk: ChargeDesk,
  { road, credentials }: { road: Road; credentials: Credentials },
): void {
  layRoad(app, 'orbital', road, DOWN_ANSWER.body);
  app.addHook('preHandler', async (request, reply) => {
    if (isAuthenticated(request.headers, credentials)) return undefined;
    return send(reply, faultAnswer('securityMissing', 'Security information is missing'));
  });
  app.setNotFoundHandler((_request, reply) => send(reply, faultAnswer('badRequest', 'Unknown request')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode) return send(reply, faultAnswer('badRequest', 'The request is not JSON'));
    request.log.error(error);
    return send(reply, faultAnswer('failing', 'System failure'));
  });

  const answering = (answer: Answering) => async (call: FastifyRequest, reply: FastifyReply) => {
    const read = readRequest(call.body, credentials.orbital.merchantId);
    return send(reply, isRefused(read) ? read : answer(read, call));
  };
  app.post(
    '/payments',
    answering((request, call) => {
      const { answer, outcome } = takePayment(desk, request);
      if (outcome) sendAlong(call, outcome.journey);
      return answer;
    }),
  );
  app.post(
    '/inquiry',
    answering((request) => inquire(desk, request)),
  );
  app.post(
    '/reversal',
    answering((request) => reverseCharge(desk, request)),
  );
  app.post(
    '/refund',
    answering((request) => refundCharge(desk, request)),
  );
}

function send(reply: FastifyReply, { status, body }: OrbitalAnswer): FastifyReply {
  return reply.code(status).send(body);
}
