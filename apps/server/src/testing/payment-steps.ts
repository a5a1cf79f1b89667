import type pg from 'pg';
import type { App } from '../app.ts';

/** What follows the steps of one server's payments. */
export interface PaymentSteps {
  /** How many statements the current payment has sent. BEGIN and COMMIT count. */
  statements(): number;
  stop(): void;
}

type Query = (...args: unknown[]) => unknown;

const processorPaths = /\/(?:purchase|payments)$/;

/**
 * Calls back at every step of a payment: `before:7` and `after:7` for its seventh statement, `call:before` and `call:after`
 * for the processor call, which fails where `reach` throws. It wraps connections and fetch from outside; production code
 * does not know about it.
 */
export function watchPaymentSteps(
  { pool, app }: { readonly pool: pg.Pool; readonly app: App },
  reach: (step: string) => void,
): PaymentSteps {
  let isPaying = false;
  let statements = 0;
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as Query;
    client.query = ((...args: unknown[]) => {
      if (!isPaying) return query(...args);
      statements += 1;
      const number = statements;
      reach(`before:${number}`);
      const result = query(...args);
      if (result instanceof Promise)
        void result.then(
          () => reach(`after:${number}`),
          () => undefined,
        );
      return result;
    }) as typeof client.query;
  });
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!isPaying || !processorPaths.test(new URL(String(input)).pathname)) return await send(input, init);
    reach('call:before');
    const response = await send(input, init);
    reach('call:after');
    return response;
  };
  app.server.addHook('preHandler', async (request) => {
    isPaying = request.url.endsWith('/make-payment');
    statements = 0;
  });
  return {
    statements: () => statements,
    stop: () => {
      globalThis.fetch = send;
    },
  };
}
