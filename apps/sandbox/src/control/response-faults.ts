import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Delivery } from '../outcome.ts';
import { isAnswerFault } from './answer-faults.ts';
import {
  type ChargeFault,
  chargeFaultOf,
  createSwap,
  movesMoney,
  withoutOrderNumber,
} from './charge-faults.ts';
import type { Control, ControlledService, ModeSetting } from './control.ts';

/** Response delays of the sandbox. Latency is random for each call. */
export interface Delays {
  readonly latencyMs: { from: number; to: number };
  readonly slowMs: number;
  readonly lateMs: number;
}

/** What selects the faults of every service. */
export interface FaultContext {
  readonly control: Control;
  readonly delays: Delays;
  /** The account that a call names, where modes can be limited to one. */
  readonly accountOf?: (request: FastifyRequest) => string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    delivery: Delivery;
    extraDelayMs: number;
    /** HTTP status with which a proxy replaces the response; null without one. */
    hopStatus: number | null;
    chargeFault: ChargeFault | null;
  }
}

const garbledBody = '<!doctype html><title>Gateway</title><h1>The page cannot be displayed</h1>';

/**
 * Adds delays and faults to every call of one service: latency in both directions, the mode set on the control
 * page, and the delivery that the charge's outcome selects (`request.delivery`).
 */
export function registerResponseFaults(
  app: FastifyInstance,
  service: ControlledService,
  { control, delays, accountOf }: FaultContext,
  downBody: unknown,
): void {
  const { from, to } = delays.latencyMs;
  const halfLatencyMs = () => (from + Math.random() * (to - from)) / 2;
  const swap = createSwap();
  const appliesTo =
    (request: FastifyRequest) =>
    ({ mode, onlyMoney, account }: ModeSetting) =>
      !isAnswerFault(mode) &&
      (!onlyMoney || movesMoney(request)) &&
      (account === undefined || account === accountOf?.(request));
  app.decorateRequest('delivery', 'normal');
  app.decorateRequest('extraDelayMs', 0);
  app.decorateRequest('hopStatus', null);
  app.decorateRequest('chargeFault', null);

  app.addHook('preHandler', async (request, reply) => {
    const { mode, delayMs, status } = control.take(service, appliesTo(request));
    await sleep(halfLatencyMs());
    if (mode === 'black-hole') return reply.hijack();
    if (mode === 'down') return reply.code(503).send(downBody);
    if (mode === 'busy')
      return reply
        .code(429)
        .header('retry-after', Math.ceil(delayMs / 1000))
        .send(downBody);
    if (mode === 'lose-answers') request.delivery = 'lost';
    if (mode === 'slow') request.extraDelayMs = delayMs;
    request.chargeFault = chargeFaultOf(request, mode);
    if (mode === 'hop') request.hopStatus = status ?? null;
    return undefined;
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const deliveryMs = { slow: delays.slowMs, late: delays.lateMs }[request.delivery as string] ?? 0;
    await sleep(halfLatencyMs() + request.extraDelayMs + deliveryMs);
    const { socket } = request.raw;
    if (request.delivery === 'lost') socket.destroy();
    if (request.delivery === 'silent' && !socket.destroyed) await once(socket, 'close');
    if (request.chargeFault === 'no-number') return withoutOrderNumber(String(payload));
    if (request.chargeFault === 'swap') {
      const other = await swap({ status: reply.statusCode, payload: String(payload) });
      reply.code(other.status);
      return other.payload;
    }
    if (request.hopStatus !== null) {
      reply.code(request.hopStatus);
      return hopBody(request.hopStatus);
    }
    if (request.delivery !== 'garbled') return payload;
    reply.type('text/html').code(200);
    return garbledBody;
  });
}

/** The proxy's own JSON: nothing in it comes from the processor. */
function hopBody(status: number): string {
  return JSON.stringify({ status: 'error', code: status, error: 'request refused', request_id: 'a1f3' });
}

/** Sets how the response to a charge is delivered. A response that the control page already loses stays lost. */
export function setDelivery(request: FastifyRequest, delivery: Delivery): void {
  if (request.delivery === 'normal') request.delivery = delivery;
}
