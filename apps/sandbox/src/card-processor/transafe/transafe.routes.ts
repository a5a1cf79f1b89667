import type { FastifyInstance } from 'fastify';
import { registerProcessor, respond } from '../processor-api.ts';
import { downResponse, failingResponse, purchase } from './transafe-purchase.ts';
import { report } from './transafe-report.ts';
import {
  faultResponse,
  isAuthenticated,
  readFields,
  type TransafeCall,
  type TransafeContext,
} from './transafe-request.ts';
import { refundCharge, voidCharge } from './transafe-reversal.ts';
import { readTicket, readVault, takeIntoVault } from './transafe-vault.ts';

const calls: readonly (readonly [method: 'GET' | 'POST' | 'DELETE', url: string, TransafeCall])[] = [
  ['POST', '/transaction/purchase', purchase],
  ['DELETE', '/transaction/:ttid/void', voidCharge],
  ['POST', '/transaction/:ttid/refund', refundCharge],
  ['POST', '/transaction/cardtype', readTicket],
  ['POST', '/vault/account', takeIntoVault],
  ['GET', '/vault/account/:token', readVault],
  ['GET', '/report/:name', report],
];

/** The part of TranSafe's REST v2 that saving a method by the card frame's ticket and charging it need. */
export function registerTransafe(app: FastifyInstance, context: TransafeContext): void {
  registerProcessor(app, context, {
    processor: 'transafe',
    isAuthenticated: (request) => isAuthenticated(request, context.credentials),
    responses: {
      denied: faultResponse('notAuthenticated', 'ACCESS DENIED'),
      unknown: faultResponse('notOffered', 'UNKNOWN REQUEST'),
      unreadable: faultResponse('badRequest', 'NOT UNDERSTOOD'),
      failing: failingResponse,
      down: downResponse,
    },
  });
  for (const [method, url, call] of calls) {
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        const fields = readFields(request.body ?? {});
        if (!fields) return respond(reply, faultResponse('badRequest', 'EVERY VALUE IS A STRING'));
        return respond(reply, call(context, { ...fields, ...(request.params as object) }, request));
      },
    });
  }
}
