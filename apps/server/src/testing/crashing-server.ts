import { flushCompileCache } from 'node:module';
import { createApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { createLog } from '../platform/log.ts';
import { openPortal } from '../platform/open-portal.ts';
import { watchPaymentSteps } from './payment-steps.ts';

// Runs the real server and kills it with SIGKILL at one step of a payment, which CRASH_AT names (payment-steps.ts).

const config = readConfig(process.env);
const { portal, pool } = openPortal(config, createLog(config.logLevel));
const app = await createApp({ portal, pool, webRoot: null });
const steps = watchPaymentSteps({ pool, app }, (step) => {
  if (step === process.env.CRASH_AT) process.kill(process.pid, 'SIGKILL');
});
app.server.addHook('onResponse', async (request) => {
  if (request.url.endsWith('/make-payment')) console.log(JSON.stringify({ statements: steps.statements() }));
});
// The next server starts faster: this one is killed and will not do so at its end.
flushCompileCache();
const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ address }));
