import { createServer, type Server } from 'node:http';
import { processorNames } from '@myaccount/contract/processors';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Payer, type PayingTestPortal, startPayingPortal } from '../../testing/paying-portal.ts';
import { readRow } from '../../testing/rows.ts';
import { listenAnywhere } from '../../testing/server-process.ts';

// A processor that charges, but answers with its own decline or refusal. Only a later lookup can tell.

const hour = 3_600_000;
const refusals: Record<string, { status: number; body: object }> = {
  '/purchase declined': { status: 402, body: { code: 'DENY', msoft_code: 'INT_SUCCESS' } },
  '/purchase refused': { status: 503, body: { code: 'DENY', msoft_code: 'SYS_MAINTENANCE' } },
  '/payments declined': { status: 200, body: { order: { status: { procStatus: '9581' } } } },
  '/payments refused': { status: 503, body: { procStatus: '118' } },
};

let portal: PayingTestPortal;
let liar: Server;
let ending = '';
/** Returns the false answer to a charge; undefined to pass the processor's answer on. */
function refusalOf(url: string) {
  const key = Object.keys(refusals).find(
    (name) => name.endsWith(ending) && url.endsWith(name.split(' ')[0] ?? ''),
  );
  return ending ? refusals[key ?? ''] : undefined;
}

function orderOf(body: string): { ordernum?: string; orderID?: string } {
  return body ? JSON.parse(body).order : {};
}

/** Returns the false answer with the order number of the charge, as each processor writes it. */
function naming({ ordernum, orderID }: { ordernum?: string; orderID?: string }, body: object) {
  return 'order' in body ? { order: { ...Object(body.order), orderID } } : { ...body, ordernum };
}

beforeAll(async () => {
  liar = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    for (const name of ['host', 'connection', 'content-length', 'transfer-encoding']) delete headers[name];
    const answer = await fetch(`${portal.sandbox.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
    });
    const text = await answer.text();
    const refusal = refusalOf(request.url ?? '');
    response.writeHead(refusal?.status ?? answer.status, { 'content-type': 'application/json' });
    const sent = Buffer.concat(chunks).toString();
    response.end(refusal ? JSON.stringify(naming(orderOf(sent), refusal.body)) : text);
  });
  const url = `http://127.0.0.1:${await listenAnywhere(liar)}`;
  portal = await startPayingPortal({ TRANSAFE_URL: `${url}/transafe`, ORBITAL_URL: `${url}/orbital` });
});
afterEach(() => {
  ending = '';
});
afterAll(async () => {
  await portal.close();
  liar.close();
});

const paymentOf = ({ account }: Payer) => readRow(portal.db, 'payment', { account_id: account.id });

test('[PAY-6] a charge that was made although Orbital refused it is found at once: its refusals name no order', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  ending = 'refused';
  expect((await portal.pay(payer)).json().status).toBe('COMPLETED');
  expect(await portal.chargesOf(payer)).toHaveLength(1);
});

describe.each(processorNames)('with %s', (processor) => {
  test.each(processor === 'orbital' ? ['declined'] : ['refused', 'declined'])(
    '[PAY-6] a charge that was made although it was %s is found an hour later',
    async (word) => {
      const payer = await portal.buildPayer({ processor });
      ending = word;
      expect((await portal.pay(payer)).statusCode).toBe(word === 'refused' ? 503 : 402);
      ending = '';
      expect(await portal.chargesOf(payer)).toHaveLength(1);
      await portal.passTime(hour - 60_000);
      await portal.reconcile();
      expect((await paymentOf(payer)).manual_review_reason).toBeNull();
      await portal.passTime(60_000);
      await portal.reconcile();
      expect(await paymentOf(payer)).toMatchObject({
        state: 'PROCESSING_ERROR',
        reconcile_at: null,
        manual_review_reason: expect.stringMatching(
          /^charged after all as \w+, although it was declined or refused before$/,
        ),
      });
    },
  );

  test('[PAY-6] a real decline is looked up once, and again while the processor does not answer', async () => {
    const payer = await portal.buildPayer({ processor, token: 'visa-4242-declined' });
    expect((await portal.pay(payer)).statusCode).toBe(402);
    await portal.sandbox.control({ processor, mode: 'down' });
    await portal.passTime(hour);
    await portal.reconcile();
    expect((await paymentOf(payer)).reconcile_at).toEqual(new Date(portal.clock.now().getTime() + hour));
    await portal.sandbox.reset();
    await portal.passTime(hour);
    await portal.reconcile();
    expect(await paymentOf(payer)).toMatchObject({ reconcile_at: null, manual_review_reason: null });
  });
});

test('[PAY-6] a charge that was never sent is not looked up', async () => {
  const payer = await portal.buildPayer({ processor: 'orbital' });
  liar.closeAllConnections();
  await new Promise<void>((resolve) => liar.close(() => resolve()));
  expect((await portal.pay(payer)).statusCode).toBe(503);
  expect((await paymentOf(payer)).reconcile_at).toBeNull();
});
