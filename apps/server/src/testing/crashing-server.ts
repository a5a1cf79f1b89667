import { flushCompileCache } from 'node:module';
import type pg from 'pg';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { openPortal } from '../platform/open-portal.ts';

// Runs the real server and kills it with SIGKILL at one step of a payment. CRASH_AT names the step: `before:7` or
// `after:7` for the seventh database statement (BEGIN and COMMIT count), `call:before` or `call:after` for the
// processor call. It wraps connections and fetch from outside; production code does not know about it.

type Query = (...args: unknown[]) => unknown;

const crashAt = process.env.CRASH_AT ?? '';
const processorPaths = /\/(?:purchase|payments)$/;

let isPaying = false;
let statements = 0;

function dieIf(step: string): void {
  if (isPaying && step === crashAt) process.kill(process.pid, 'SIGKILL');
}

function watchConnection(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  client.query = ((...args: unknown[]) => {
    if (!isPaying) return query(...args);
    statements += 1;
    const number = statements;
    dieIf(`before:${number}`);
    const result = query(...args);
    if (result instanceof Promise) void result.then(() => dieIf(`after:${number}`));
    return result;
  }) as typeof client.query;
}

function watchCalls(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!processorPaths.test(new URL(String(input)).pathname)) return await send(input, init);
    dieIf('call:before');
    const response = await send(input, init);
    dieIf('call:after');
    return response;
  };
}

const config = readConfig(process.env);
const { portal, pool } = openPortal(config, createLog(config.logLevel));
pool.on('connect', watchConnection);
watchCalls();
const app = await createApp({ portal, pool, webRoot: null });
app.server.addHook('preHandler', async (request) => {
  isPaying = request.url.endsWith('/make-payment');
});
app.server.addHook('onResponse', async () => {
  if (isPaying) console.log(JSON.stringify({ statements }));
});
// The next server starts faster: this one is killed and will not do so at its end.
flushCompileCache();
const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address }));
