import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CardFrameStore } from '../../card-frame/card-frame.store.ts';
import { readTicket, takeIntoVault } from '../../card-frame/frame-ticket.ts';
import type { Credentials } from '../../credentials.ts';
import type { ChargeContext } from '../charge.service.ts';
import { type FaultOptions, registerResponseFaults, setDelivery } from '../response-faults.ts';
import { downResponse, purchase } from './transafe-purchase.ts';
import { type ReportQuery, reportResponse, reportStates } from './transafe-report.ts';
import { faultResponse, isAuthenticated, readFields, type TransafeResponse } from './transafe-request.ts';
import { refundCharge, voidCharge } from './transafe-reversal.ts';
import { deleteFromVault, readVault } from './transafe-vault.ts';

type Handler = (request: FastifyRequest, fields: Record<string, string>) => TransafeResponse;
interface PathParameters {
  readonly ttid: string;
  readonly token: string;
  readonly name: string;
}

/** The part of TranSafe's REST v2 that saving a method by the card frame's ticket and charging it need. */
export function registerTransafe(
  app: FastifyInstance,
  context: ChargeContext,
  {
    faults,
    credentials,
    tickets,
  }: { faults: FaultOptions; credentials: Credentials; tickets: CardFrameStore },
): void {
  registerResponseFaults(app, 'transafe', faults, downResponse.body);
  app.addHook('preHandler', async (request, reply) => {
    if (!isAuthenticated(request, credentials))
      return send(reply, faultResponse('notAuthenticated', 'ACCESS DENIED'));
    return undefined;
  });
  app.setNotFoundHandler((_request, reply) => send(reply, faultResponse('notOffered', 'UNKNOWN REQUEST')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode) return send(reply, faultResponse('badRequest', 'NOT UNDERSTOOD'));
    request.log.error(error);
    return send(reply, faultResponse('failing', 'SYSTEM ERROR'));
  });

  app.post(
    '/transaction/purchase',
    respondWith((request, fields) => {
      const { response, outcome } = purchase(context, fields);
      if (outcome) setDelivery(request, outcome.delivery);
      return response;
    }),
  );
  app.delete(
    '/transaction/:ttid/void',
    respondWith((request) => voidCharge(context, named(request).ttid)),
  );
  app.delete(
    '/transaction/:ttid',
    respondWith((request) => voidCharge(context, named(request).ttid)),
  );
  app.post(
    '/transaction/:ttid/refund',
    respondWith((request, fields) => refundCharge(context, named(request).ttid, fields)),
  );
  registerVault(app, context, tickets);
  app.get(
    '/report/:name',
    respondWith((request) => {
      const states = reportStates[named(request).name];
      return states
        ? reportResponse(context, states, readReportQuery(request.query))
        : faultResponse('notFound', 'UNKNOWN REPORT');
    }),
  );
}

function registerVault(app: FastifyInstance, context: ChargeContext, tickets: CardFrameStore): void {
  const ticketContext = { tickets, clock: context.clock };
  app.post(
    '/transaction/cardtype',
    respondWith((_request, fields) => readTicket(ticketContext, fields)),
  );
  app.post(
    '/vault/account',
    respondWith((_request, fields) => takeIntoVault(ticketContext, fields)),
  );
  app.get(
    '/vault/account/:token',
    respondWith((request) => readVault(context, named(request).token)),
  );
  app.delete(
    '/vault/account/:token',
    respondWith((request) => deleteFromVault(context, named(request).token)),
  );
}

function named(request: FastifyRequest): PathParameters {
  return request.params as PathParameters;
}

/** A repeated parameter becomes its joined values, which match no record. */
function readReportQuery(query: unknown): ReportQuery {
  const texts = Object.entries(query as Record<string, string | string[]>).map(([name, value]) => [
    name,
    value.toString(),
  ]);
  return Object.fromEntries(texts) as ReportQuery;
}

function respondWith(handler: Handler) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const fields = readFields(request.body ?? {});
    return send(
      reply,
      fields ? handler(request, fields) : faultResponse('badRequest', 'EVERY VALUE IS A STRING'),
    );
  };
}

function send(reply: FastifyReply, { status, body }: TransafeResponse): FastifyReply {
  return status === 304 ? reply.code(status).send() : reply.code(status).send(body);
}
