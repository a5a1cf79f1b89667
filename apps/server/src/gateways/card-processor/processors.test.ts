import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { systemClock } from '@myaccount/clock';
import { type ProcessorName, processorNames } from '@myaccount/contract/processors';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { deadlineIn } from '../../platform/deadline.ts';
import { firstCharge } from '../../testing/charge-identity.ts';
import { closedUrl } from '../../testing/closed-url.ts';
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts';
import type { CardProcessor, CardProcessors, ChargeRequest } from './card-processor.ts';
import { openProcessors } from './open-processors.ts';

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await startTestSandbox();
  // The first call to each processor is slow on a busy machine.
  for (const processor of Object.values(open())) await processor.charge(chargeOf());
});
afterEach(() => sandbox.reset());
afterAll(() => sandbox.stop());

/** Long enough for a busy machine: only a test of silence waits for less. */
const patientMs = 20_000;
const impatientMs = 1_000;
let lastReference = 4_000_000_000_000_000;

interface Change {
  transafeUrl?: string;
  orbitalUrl?: string;
  apiKey?: string;
  timeoutMs?: number;
}

function open(change: Change = {}): CardProcessors {
  const { settings } = sandbox;
  const { timeoutMs = patientMs } = change;
  const text = (name: string) => settings[name] ?? '';
  return openProcessors({
    transafe: {
      url: change.transafeUrl ?? text('TRANSAFE_URL'),
      apiKeyId: text('TRANSAFE_API_KEY_ID'),
      apiKey: change.apiKey ?? text('TRANSAFE_API_KEY'),
      timeoutMs,
    },
    orbital: {
      url: change.orbitalUrl ?? text('ORBITAL_URL'),
      username: text('ORBITAL_USERNAME'),
      password: change.apiKey ?? text('ORBITAL_PASSWORD'),
      merchantId: text('ORBITAL_MERCHANT_ID'),
      bin: '000001',
      terminalId: '001',
      verifiesCards: true,
      timeoutMs,
    },
  });
}

function chargeOf(change: Partial<ChargeRequest> = {}): ChargeRequest {
  lastReference += 1;
  const sendBefore = deadlineIn(60_000, systemClock);
  return {
    token: 'visa-4242',
    amountCents: 8_499,
    reference: String(lastReference),
    kind: 'card',
    initiator: 'customer',
    networkTransaction: null,
    ...firstCharge,
    sendBefore,
    ...change,
  };
}

async function chargeAndInquire(processor: CardProcessor, charge: ChargeRequest) {
  const result = await processor.charge(charge);
  const inquiryResult = await processor.inquire({ ...charge, transaction: null });
  return { result, inquiryResult };
}

/** Charges with little patience, asks patiently, and returns what the inquiry finds. */
async function inquiryAfterUnknown(name: ProcessorName, amountCents: number) {
  const charge = chargeOf({ amountCents });
  expect((await open({ timeoutMs: impatientMs })[name].charge(charge)).outcome).toBe('unknown');
  return await open()[name].inquire({ ...charge, transaction: null });
}

describe.each(processorNames)('%s', (name) => {
  test('[PAY-6] charges once and finds the charge again by our reference', async () => {
    const { result, inquiryResult } = await chargeAndInquire(open()[name], chargeOf());
    expect(result).toMatchObject({
      outcome: 'approved',
      transaction: expect.any(String),
      amountCents: 8_499,
    });
    expect(inquiryResult).toEqual(result);
  });

  test('[PAY-6] does not find an unknown reference', async () => {
    expect(await open()[name].inquire({ ...chargeOf(), transaction: null })).toEqual({
      outcome: 'not-found',
    });
  });

  test('[PAY-6] makes one charge for a reference sent twice', async () => {
    const charge = chargeOf();
    const processor = open()[name];
    await processor.charge(charge);
    const again = await processor.charge(charge);
    expect(['earlier', 'unknown', 'approved']).toContain(again.outcome);
    const booked = (await sandbox.charges()).filter(({ reference }) => reference === charge.reference);
    expect(booked).toHaveLength(1);
  });

  test.each([
    [102, 'insufficient-funds'],
    [103, 'expired-card'],
    [104, 'call-bank'],
    [105, 'declined'],
    [106, 'call-bank'],
    [107, 'invalid-account'],
  ])('[API-11] a decline of %i cents has the reason %s', async (amountCents, reason) => {
    const { result, inquiryResult } = await chargeAndInquire(open()[name], chargeOf({ amountCents }));
    expect(result).toMatchObject({ outcome: 'declined', reason });
    expect(inquiryResult.outcome).toBe('declined');
  });

  test('[API-11] declines a saved method that the processor does not know', async () => {
    const result = await open()[name].charge(chargeOf({ token: 'visa-unknown' }));
    expect(result).toMatchObject({ outcome: 'declined', reason: 'invalid-account' });
  });

  test.each([
    ['late', 111],
    ['lost', 112],
    ['silent', 115],
    ['unclear', 116],
    ['garbled', 118],
  ])(
    '[PAY-6] a response that is %s leaves the result unknown, and an inquiry finds the charge',
    async (_word, amountCents) => {
      const found = { outcome: 'approved', amountCents };
      expect(await inquiryAfterUnknown(name, amountCents)).toMatchObject(found);
    },
  );

  test.each([
    ['lost before it was charged', 113],
    ['unclear without a charge', 117],
    ['a duplicate of another charge', 121],
    ['a failure', 131],
    ['a request to try again', 133],
  ])('[PAY-6] %s leaves the result unknown, and an inquiry finds nothing', async (_word, amountCents) => {
    expect(await inquiryAfterUnknown(name, amountCents)).toEqual({ outcome: 'not-found' });
  });

  test.each([
    ['down', 130],
    ['overloaded', 132],
  ])('[PAY-6] a processor that is %s took nothing, for certain', async (_word, amountCents) => {
    const { result, inquiryResult } = await chargeAndInquire(open()[name], chargeOf({ amountCents }));
    expect(result.outcome).toBe('unavailable');
    expect(inquiryResult).toEqual({ outcome: 'not-found' });
  });

  test('[PAY-6] reports the booked amount when only half is booked', async () => {
    const { result, inquiryResult } = await chargeAndInquire(open()[name], chargeOf({ amountCents: 140 }));
    expect(result).toMatchObject({ outcome: 'approved', amountCents: 70 });
    expect(inquiryResult).toMatchObject({ outcome: 'approved', amountCents: 70 });
  });

  test('[PAY-6] wrong credentials charge nothing and find nothing', async () => {
    const { result, inquiryResult } = await chargeAndInquire(open({ apiKey: 'wrong' })[name], chargeOf());
    expect(result.outcome).toBe('unavailable');
    expect(inquiryResult.outcome).toBe('unknown');
  });

  test('[PAY-6] a late charge is not sent', async () => {
    const charge = chargeOf({ sendBefore: deadlineIn(0, systemClock) });
    const { result, inquiryResult } = await chargeAndInquire(open()[name], charge);
    expect(result.outcome).toBe('unavailable');
    expect(inquiryResult).toEqual({ outcome: 'not-found' });
  });

  test('[PAY-6] a refused connection charges nothing, and several open the circuit until calls succeed again', async () => {
    const nowhere = await closedUrl();
    const processor = open({ transafeUrl: nowhere, orbitalUrl: nowhere })[name];
    for (let call = 0; call < 5; call += 1) {
      expect(processor.refusesCalls()).toBe(false);
      expect((await processor.charge(chargeOf())).outcome).toBe('unavailable');
    }
    expect(processor.refusesCalls()).toBe(true);
    expect(processor.state()).toBe('away');
    expect((await processor.inquire({ ...chargeOf(), transaction: null })).outcome).toBe('unknown');
  });

  test('[PAY-6] a processor that never responds cannot block the server: calls beyond the limit are not sent', async () => {
    await sandbox.control({ processor: name, mode: 'black-hole' });
    const processor = open({ timeoutMs: impatientMs })[name];
    const results = await Promise.all(Array.from({ length: 60 }, () => processor.charge(chargeOf())));
    const outcomes = results.map(({ outcome }) => outcome);
    expect(outcomes.filter((outcome) => outcome === 'unknown')).toHaveLength(40);
    expect(outcomes.filter((outcome) => outcome === 'unavailable')).toHaveLength(20);
  });
});

test('[PAY-6] server errors open the circuit, too', async () => {
  const processor = open({ orbitalUrl: await answering(500, '{}') }).orbital;
  for (let call = 0; call < 5; call += 1) await processor.charge(chargeOf());
  expect(processor.refusesCalls()).toBe(true);
});

test('[PAY-6] a bank debit is pending at TranSafe until it settles', async () => {
  const charge = chargeOf({ token: 'bank-6789', kind: 'bank' });
  const { result, inquiryResult } = await chargeAndInquire(open().transafe, charge);
  expect(result).toMatchObject({ outcome: 'pending', amountCents: 8_499 });
  expect(inquiryResult).toEqual(result);
});

test('[PAY-6] a report that lists other charges leaves the result unknown', async () => {
  const rows = [{ ttid: '1', ordernum: 'somebody else’s', amount: '84.99', status: 'CAPTURED' }];
  const transafeUrl = await answering(200, JSON.stringify({ code: 'SUCCESS', report: rows }));
  const processor = open({ transafeUrl }).transafe;
  expect((await processor.inquire({ ...chargeOf(), transaction: null })).outcome).toBe('unknown');
});

test('[PAY-6] a response about another order does not count', async () => {
  const order = { orderID: '1', txRefNum: 'A', status: { procStatus: '0', approvalStatus: '1' } };
  const processor = open({ orbitalUrl: await answering(200, JSON.stringify({ order })) }).orbital;
  expect((await processor.charge(chargeOf())).outcome).toBe('unknown');
});

test.each([
  [200, '{'],
  [200, 'null'],
  [200, '[]'],
  [200, '"AUTH"'],
  [200, '{"code":"AUTH"}'],
  [200, '{"order":null}'],
  [200, '{"order":{"status":7}}'],
  [200, '{"code":"DENY"}'],
  [200, '{"procStatus":"118"}'],
  [403, '{"procStatus":"118"}'],
  [503, '{"procStatus":"503"}'],
  [412, '{"order":{"status":{"procStatus":"20412"}}}'],
  [503, '{"code":"AUTH","ttid":"1"}'],
  [402, '{"code":"DENY","msoft_code":"BLOCKED"}'],
])(
  '[PAY-6] HTTP %i with %s never counts as a charge, a decline, or the processor’s own refusal',
  async (status, body) => {
    const url = await answering(status, body);
    const processors = open({ transafeUrl: url, orbitalUrl: url });
    for (const name of processorNames)
      expect((await processors[name].charge(chargeOf())).outcome).toBe('unknown');
  },
);

/** Starts a server that sends every connection the same response, until the end of the test, and returns its address. */
async function answering(status: number, body: string): Promise<string> {
  const head = `HTTP/1.1 ${status} Said\r\ncontent-type: application/json\r\nconnection: close\r\n`;
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
