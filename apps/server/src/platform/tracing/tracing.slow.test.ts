import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { json } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Payer, type PayingPortal, startPayingPortal } from '../../testing/paying-portal.ts';

interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: { readonly key: string; readonly value: Record<string, unknown> }[];
  readonly status: { readonly code?: number };
}

/** What a tiny OTLP/HTTP receiver got: the bodies as text, and their spans. */
const bodies: string[] = [];
const spans: ReceivedSpan[] = [];
const resources: unknown[] = [];
let receiver: Server;
let receiverUrl: string;
let portal: PayingPortal;
beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const body = (await json(request)) as {
      resourceSpans: { resource: unknown; scopeSpans: { spans: ReceivedSpan[] }[] }[];
    };
    bodies.push(`${request.url} ${JSON.stringify(body)}`);
    for (const { resource, scopeSpans } of body.resourceSpans) {
      resources.push(resource);
      spans.push(...scopeSpans.flatMap((scope) => scope.spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  portal = await startPayingPortal();
});
/** Servers that a failed test left running. */
const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  receiver.close();
  await portal.close();
});

const resolve = (path: string) => JSON.stringify(import.meta.resolve(path));
/** A server process; on SIGTERM it sends its last spans and prints whether OpenTelemetry was loaded. */
const program = `
  import { createRequire } from 'node:module';
  import { startTracing, stopTracing } from ${resolve('./tracing.ts')};
  import { readConfig } from ${resolve('../../config.ts')};
  import { openPortal } from ${resolve('../open-portal.ts')};
  import { createLog } from ${resolve('../log.ts')};
  import { createApp } from ${resolve('../../app.ts')};
  const config = readConfig(process.env);
  const log = createLog('silent');
  await startTracing(process.env, log);
  const { portal, pool } = openPortal(config, log);
  const app = await createApp({ portal, pool, webRoot: null });
  const address = await app.server.listen({ host: '127.0.0.1', port: 0 });
  console.log(JSON.stringify({ address }));
  process.on('SIGTERM', async () => {
    await app.close();
    await portal.db.destroy();
    await stopTracing();
    const loaded = Object.keys(createRequire(import.meta.url).cache).filter((path) => path.includes('@opentelemetry'));
    console.log(JSON.stringify({ loaded: loaded.filter((path) => !path.includes('@opentelemetry/api/')).length }));
    process.exit(0);
  });`;

interface TracedServer {
  call(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  /** Stops the server and returns how many files of OpenTelemetry's SDK it had loaded. */
  stop(): Promise<number>;
}

async function startServer(environment: Record<string, string>): Promise<TracedServer> {
  const child: ChildProcess = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    env: { ...process.env, ...portal.settings, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  if (!child.stdout) throw new Error('no output');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const read = async () => JSON.parse((await lines.next()).value ?? '{}');
  const { address } = await read();
  return {
    call: (path, body, headers = {}) =>
      fetch(`${address}/myaccount/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      child.kill('SIGTERM');
      const { loaded } = await read();
      return loaded;
    },
  };
}

/** A PIN of eight digits, which stand nowhere by chance. */
const pinCanary = '73915284';

/** Signs in with a mailed code, pays, and sets a PIN. Returns every secret that passed by. */
async function signInAndPay(server: TracedServer, payer: Payer): Promise<string[]> {
  const email = payer.emailAddress;
  expect((await server.call('/login/otp/send?canary=query-canary', { email })).status).toBe(200);
  const newest = async () => (await portal.sandbox.messages(email))[0];
  await expect.poll(newest).toBeDefined();
  const otp = /\b\d{6}\b/.exec((await newest())?.text ?? '')?.[0] ?? '';
  const validated = await server.call(
    '/login/otp/validate',
    { email, otp },
    { 'x-correlation-id': 'sign-in-of-canary' },
  );
  const { access_token: accessToken } = (await validated.json()) as { access_token: string };
  const payment = {
    amount: 84.99,
    payment_method: payer.methodId,
    billing_account_id: payer.account.id,
    paymentType: 'onetime',
  };
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'idempotency-key': 'key-canary-1',
    'x-correlation-id': 'payment-of-canary',
  };
  expect((await server.call('/payments/make-payment', payment, headers)).status).toBe(200);
  const info = {
    accountNumber: payer.account.accountNumber,
    channel: 'MyAccount',
    version: 1,
    customer: { PIN: pinCanary },
  };
  const saved = await server.call('/customer/account/info', info, { authorization: headers.authorization });
  expect(await saved.json()).toMatchObject({ Status: 'Success' });
  return [
    pinCanary,
    email,
    otp,
    accessToken,
    payer.methodId,
    payer.account.id,
    'key-canary-1',
    'query-canary',
    '127.0.0.1',
  ];
}

const attributesOf = (span: ReceivedSpan) =>
  Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

function traceOf(name: string) {
  const root = spans.find((span) => span.name === name);
  const inTrace = spans.filter((span) => span.traceId === root?.traceId);
  return { root, inTrace, names: inTrace.map((span) => span.name) };
}

test('[OBSERVE-2, PIN-2] sign-in and payment make traces of request, statements, mail and processor, without secrets', async () => {
  const payer = await portal.buildPayer();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiverUrl,
    OTEL_SERVICE_NAME: 'portal-test',
    LIMIT_PIN_DIGITS: String(pinCanary.length),
  });
  const secrets = await signInAndPay(server, payer);
  expect(await server.stop()).toBeGreaterThan(0);

  const signIn = traceOf('POST /myaccount/api/login/otp/validate');
  expect(signIn.names).toEqual(expect.arrayContaining(['BEGIN', 'INSERT session', 'COMMIT']));
  const sent = traceOf('POST /myaccount/api/login/otp/send');
  expect(sent.names).toEqual(expect.arrayContaining(['INSERT outbox', 'send mail']));
  const paid = traceOf('POST /myaccount/api/payments/make-payment');
  expect(paid.names).toEqual(expect.arrayContaining(['charge orbital', 'INSERT payment', 'UPDATE payment']));
  expect(attributesOf(paid.root as ReceivedSpan)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/myaccount/api/payments/make-payment',
    'http.response.status_code': 200,
    'myaccount.correlation_id': 'payment-of-canary',
  });
  const charge = paid.inTrace.find((span) => span.name === 'charge orbital');
  expect(attributesOf(charge as ReceivedSpan)).toEqual({
    processor: 'orbital',
    call: 'charge',
    outcome: 'approved',
  });
  expect(charge?.parentSpanId).toBe(paid.root?.spanId);
  const statement = paid.inTrace.find((span) => span.name === 'INSERT payment');
  expect(attributesOf(statement as ReceivedSpan)).toEqual({
    'db.system.name': 'postgresql',
    'db.operation.name': 'INSERT',
    'db.query.summary': 'INSERT payment',
  });
  expect(JSON.stringify(resources[0])).toContain('portal-test');
  expect(bodies[0]).toMatch(/^\/v1\/traces /);
  for (const secret of secrets) expect(bodies.join('\n'), secret).not.toContain(secret);
});

test('[OBSERVE-2] the sampler of the variables decides', async () => {
  spans.length = 0;
  const server = await startServer({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${receiverUrl}/v1/traces`,
    OTEL_TRACES_SAMPLER: 'always_off',
  });
  await server.call('/login/otp/send', { email: 'nobody@example.com' });
  await server.stop();
  expect(spans).toEqual([]);
});

test('[OBSERVE-2] without the variables nothing of OpenTelemetry is loaded or sent', async () => {
  bodies.length = 0;
  const server = await startServer({});
  await server.call('/login/otp/send', { email: 'nobody@example.com' });
  expect(await server.stop()).toBe(0);
  expect(bodies).toEqual([]);
});

test('[OBSERVE-2] a collector that is away delays neither a request nor the stop', async () => {
  const server = await startServer({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  const start = performance.now();
  expect((await server.call('/login/otp/send', { email: 'nobody.else@example.com' })).status).toBe(400);
  await server.stop();
  expect(performance.now() - start).toBeLessThan(8_000);
});
