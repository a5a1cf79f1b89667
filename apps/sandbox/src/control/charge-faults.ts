import type { FastifyRequest } from 'fastify';

/** The modes that affect charges alone. */
const chargeFaults = ['no-number', 'swap', 'repeats-orders'] as const;
/** What is wrong with a charge or its response. Lookups are not affected. */
export type ChargeFault = (typeof chargeFaults)[number];

/** The status and text of a response. */
export interface SentResponse {
  readonly status: number;
  readonly payload: string;
}

/** Exchanges a response for that of the next charge, and the other way around. */
export type Swap = (response: SentResponse) => Promise<SentResponse>;

const swapWithinMs = 5_000;

/** Whether a call is a charge or a refund, of either processor. */
function isCharge(request: FastifyRequest): boolean {
  return request.method === 'POST' && /\/(?:transaction\/purchase|payments|refund)$/.test(request.url);
}

/** Whether a call charges, refunds, or voids. */
export function movesMoney(request: FastifyRequest): boolean {
  return isCharge(request) || (request.method === 'DELETE' && request.url.endsWith('/void'));
}

/** The fault of a call in a mode; null for none. */
export function chargeFaultOf(request: FastifyRequest, mode: string): ChargeFault | null {
  return (isCharge(request) && chargeFaults.find((fault) => fault === mode)) || null;
}

/** A response to a charge without its order number: TranSafe's `ordernum`, Orbital's `order.orderID`. */
export function withoutOrderNumber(payload: string): string {
  const { ordernum: _ordernum, order, ...body } = JSON.parse(payload) as Record<string, unknown>;
  if (typeof order !== 'object' || order === null) return JSON.stringify(body);
  const { orderID: _orderId, ...members } = order as Record<string, unknown>;
  return JSON.stringify({ ...body, order: members });
}

/** Creates a swap of the responses to every two charges. A charge without a partner keeps its own, after a wait. */
export function createSwap(): Swap {
  let waiting: { response: SentResponse; exchange: (other: SentResponse) => void } | undefined;
  return (response) => {
    const partner = waiting;
    if (partner) {
      waiting = undefined;
      partner.exchange(response);
      return Promise.resolve(partner.response);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => exchange(response), swapWithinMs);
      const exchange = (other: SentResponse) => {
        clearTimeout(timer);
        waiting = undefined;
        resolve(other);
      };
      waiting = { response, exchange };
    });
  };
}
