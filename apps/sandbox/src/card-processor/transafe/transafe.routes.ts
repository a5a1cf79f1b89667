import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Credentials } from '../../credentials.ts';
import { layRoad, type Road, sendAlong } from '../answer-journey.ts';
import type { ChargeDesk } from '../charge-desk.ts';
import { DOWN_ANSWER, purchase } from './transafe-purchase.ts';
import { answerReport, REPORTS, type ReportQuery } from './transafe-report.ts';
import { faultAnswer, isAuthenticated, readFields, type TransafeAnswer } from './transafe-request.ts';
import { refundCharge, voidCharge } from './transafe-undo.ts';
import { deleteFromVault, readVault } from './transafe-vault.ts';

type Answering = (request: FastifyRequest, fields: Record<string, string>) => TransafeAnswer;
interface NamedInPath {
  ttid: string;
  token: string;
  name: string;
}

/** TranSafe's REST v2, as far as charging a saved method needs it. */
export function registerTransafe(
  app: FastifyInstance,
  desk: ChargeDesk,
  { road, credentials }: { road: Road; credentials: Credentials },
): void {
  layRoad(app, 'transafe', road, DOWN_ANSWER.body);
  app.addHook('preHandler', async (request, reply) => {
    if (!isAuthenticated(request, credentials))
      return send(reply, faultAnswer('notAuthenticated', 'ACCESS DENIED'));
    return undefined;
  });
  app.setNotFoundHandler((_request, reply) => send(reply, faultAnswer('notOffered', 'UNKNOWN REQUEST')));
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error.statusCode) return send(reply, faultAnswer('badRequest', 'NOT UNDERSTOOD'));
    request.log.error(error);
    return send(reply, faultAnswer('failing', 'SYSTEM ERROR'));
  });

  const named = (request: FastifyRequest) => request.params as NamedInPath;
  app.post(
    '/transaction/purchase',
    answering((request, fields) => {
      const { answer, outcome } = purchase(desk, fields);
      if (outcome) sendAlong(request, outcome.journey);
      return answer;
    }),
  );
  app.delete(
    '/transaction/:ttid/void',
    answering((request) => voidCharge(desk, named(request).ttid)),
  );
  app.delete(
    '/transaction/:ttid',
    answering((request) => voidCharge(desk, named(request).ttid)),
  );
  app.post(
    '/transaction/:ttid/refund',
    answering((request, fields) => refundCharge(desk, named(request).ttid, fields)),
  );
  app.get(
    '/vault/account/:token',
    answering((request) => readVault(desk, named(request).token)),
  );
  app.delete(
    '/vault/account/:token',
    answering((request) => deleteFromVault(desk, named(request).token)),
  );
  app.get(
    '/report/:name',
    answering((request) => {
      const states = REPORTS[named(request).name];
      return states
        ? answerReport(desk, states, readReportQuery(request.query))
        : faultAnswer('notFound', 'UNKNOWN REPORT');
    }),
  );
}

/** A parameter that is given more than once counts as its texts joined, which no record has. */
function readReportQuery(query: unknown): ReportQuery {
  const { ttid, ordernum, status } = query as Record<string, string | string[] | undefined>;
  return { ttid: ttid?.toString(), ordernum: ordernum?.toString(), status: status?.toString() };
}

function answering(answer: Answering) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const fields = readFields(request.body ?? {});
    return send(
      reply,
      fields ? answer(request, fields) : faultAnswer('badRequest', 'EVERY VALUE IS A STRING'),
    );
  };
}

function send(reply: FastifyReply, { status, body }: TransafeAnswer): FastifyReply {
  return status === 304 ? reply.code(status).send() : reply.code(status).send(body);
}
