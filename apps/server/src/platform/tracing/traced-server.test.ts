import { expect, test } from 'vitest';
import { forFile } from '../../testing/for-tests.ts';
import { type Payer, payBody, startPayingPortal } from '../../testing/paying-portal.ts';
import {
  type ReceivedSpan,
  startTracedServer,
  startTraceReceiver,
  type TracedServer,
} from '../../testing/traced-server.ts';

const receiver = forFile(() => startTraceReceiver());
const portal = forFile(() => startPayingPortal());

const startServer = (environment: Record<string, string>) =>
  startTracedServer({ ...portal.settings, ...environment });

/** A PIN of eight digits that appear nowhere by chance. */
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
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'idempotency-key': 'key-canary-1',
    'x-correlation-id': 'payment-of-canary',
  };
  expect((await server.call('/payments/make-payment', payBody(payer), headers)).status).toBe(200);
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
  const root = receiver.spans.find((span) => span.name === name);
  const inTrace = receiver.spans.filter((span) => span.traceId === root?.traceId);
  return { root, inTrace, names: inTrace.map((span) => span.name) };
}

test('[OBSERVE-2, PIN-2] sign-in and payment make traces of request, statements, mail and processor, without secrets', async () => {
  const payer = await portal.buildPayer();
  const server = await startServer({
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
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
  expect(JSON.stringify(receiver.resources[0])).toContain('portal-test');
  expect(receiver.bodies[0]).toMatch(/^\/v1\/traces /);
  // A time or an id may have the digits of a code.
  const told = receiver.bodies
    .join('\n')
    .replaceAll(/"(?:\w+TimeUnixNano|traceId|\w*[sS]panId)":"[\da-f]+"/g, '');
  for (const secret of secrets) expect(told, secret).not.toContain(secret);
});

test('[OBSERVE-2] without the variables nothing of OpenTelemetry is loaded or sent', async () => {
  receiver.bodies.length = 0;
  const server = await startServer({});
  await server.call('/login/otp/send', { email: 'nobody@example.com' });
  expect(await server.stop()).toBe(0);
  expect(receiver.bodies).toEqual([]);
});
