import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstCharge } from '../../testing/charge-identity.ts';
import type { ChargeRequest } from './card-processor.ts';
import { openOrbital } from './orbital/orbital.ts';

let server: Server;
let bodies: { readonly merchantInitiatedTransaction?: object }[];
let answer: object;
beforeEach(async () => {
  bodies = [];
  server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const reference = '4000000000000001';
const order = { orderID: reference, txRefNum: 'A', status: { procStatus: '0', approvalStatus: '1' } };

function charge(initiator: ChargeRequest['initiator'], networkTransaction: string | null) {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const orbital = openOrbital({
    url: `http://127.0.0.1:${port}`,
    username: 'u',
    password: 'p',
    merchantId: '700000000001',
    bin: '000001',
    terminalId: '001',
    verifiesCards: true,
    timeoutMs: 2_000,
  });
  const sendBefore = { isOver: () => false };
  const request = { token: 'visa-4242', amountCents: 8_499, reference, kind: 'card', sendBefore } as const;
  return orbital.charge({ ...firstCharge, ...request, initiator, networkTransaction });
}

test.each([
  ['customer', null, { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' }],
  ['customer', 'N1', { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' }],
  ['merchant', null, { mitMsgType: 'MREC', mitStoredCredentialInd: 'Y' }],
  ['merchant', 'N1', { mitMsgType: 'MREC', mitStoredCredentialInd: 'Y', mitSubmittedTransactionID: 'N1' }],
] as const)(
  '[STORED-1] a charge by the %s under the card network’s number %s is marked so',
  async (initiator, number, mark) => {
    answer = { order };
    await charge(initiator, number);
    expect(bodies.map((body) => body.merchantInitiatedTransaction)).toEqual([mark]);
  },
);

test.each([
  ['its number', { merchantInitiatedTransaction: { mitReceivedTransactionID: 'N7' } }, 'N7'],
  ['no number', {}, undefined],
  ['an empty number', { merchantInitiatedTransaction: { mitReceivedTransactionID: '' } }, undefined],
])('[STORED-1] an approval with %s of the card network', async (_what, members, number) => {
  answer = { order, ...members };
  const result = await charge('customer', null);
  expect(result).toMatchObject({ outcome: 'approved' });
  expect('networkTransaction' in result ? result.networkTransaction : undefined).toBe(number);
});
