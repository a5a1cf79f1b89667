import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { CardType } from '@myaccount/contract/payment-methods';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { firstCharge } from '../../testing/charge-identity.ts';
import { openOrbital } from './orbital/orbital.ts';

let server: Server;
let bodies: object[];
let answer: { readonly status?: number; readonly body: object };
beforeEach(async () => {
  bodies = [];
  server = createServer(async (request, response) => {
    bodies.push(JSON.parse(await text(request)));
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer.body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => server.close());

const card = { token: 'visa-4242', reference: '4000000000000001' };
const order = { orderID: card.reference, txRefNum: 'A' };

const open = (verifiesCards = true) =>
  openOrbital({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    username: 'u',
    password: 'p',
    merchantId: '700000000001',
    bin: '000001',
    terminalId: '001',
    verifiesCards,
    timeoutMs: 2_000,
  });

test('[METHODS-4] a verification authorizes nothing, for its holder, under our reference', async () => {
  answer = { body: { order: { ...order, status: { procStatus: '0', approvalStatus: '1' } } } };
  const verified = { outcome: 'approved', transaction: 'A', amountCents: 0 };
  expect(await open().verify(card)).toMatchObject(verified);
  expect(bodies).toEqual([
    {
      version: '5.2',
      merchant: { bin: '000001', merchantID: '700000000001', terminalID: '001' },
      transType: 'A',
      paymentInstrument: { useProfile: { useCustomerRefNum: 'visa-4242' } },
      order: {
        orderID: card.reference,
        amount: '0',
        industryType: 'EC',
        retryTrace: card.reference,
      },
      merchantInitiatedTransaction: { mitMsgType: 'CSTO', mitStoredCredentialInd: 'Y' },
    },
  ]);
});

const statusOf = (status: object, members: object = {}) => ({
  body: { order: { ...order, ...members, status } },
});
test.each([
  ['declined', 'declined', statusOf({ procStatus: '0', approvalStatus: '0', respCode: '05' })],
  ['no profile', 'declined', statusOf({ procStatus: '9581', approvalStatus: '2' })],
  [
    'no profile of an order without number',
    'unknown',
    statusOf({ procStatus: '9581' }, { orderID: undefined }),
  ],
  [
    'a decline of another order',
    'unknown',
    statusOf({ procStatus: '0', approvalStatus: '0' }, { orderID: '1' }),
  ],
  ['try again', 'unknown', statusOf({ procStatus: '97', approvalStatus: '2' })],
  ['without transaction', 'unknown', statusOf({ procStatus: '0', approvalStatus: '1' }, { txRefNum: '' })],
  [
    'an amount that cannot be read',
    'unknown',
    statusOf({ procStatus: '0', approvalStatus: '1' }, { redeemedAmount: 'x' }),
  ],
  [
    'more than was asked',
    'unknown',
    statusOf({ procStatus: '0', approvalStatus: '1' }, { redeemedAmount: '1' }),
  ],
  ['zero not offered', 'unknown', { status: 400, body: { procStatus: '300' } }],
  ['a failure', 'unknown', { status: 500, body: { procStatus: '400' } }],
] as const)('[METHODS-4] “%s” is %s, and asked once', async (_what, outcome, given) => {
  answer = given;
  expect(await open().verify(card)).toMatchObject({ outcome });
  expect(bodies).toHaveLength(1);
});

test('[PAY-6] an approval of nothing is no charge', async () => {
  answer = statusOf({ procStatus: '0', approvalStatus: '1' }, { redeemedAmount: '0' });
  const sendBefore = { isOver: () => false };
  const charge = { ...card, amountCents: 100, kind: 'card', initiator: 'customer', sendBefore } as const;
  expect(await open().charge({ ...firstCharge, ...charge, networkTransaction: null })).toMatchObject({
    outcome: 'unknown',
  });
});

test('[METHODS-4] cards are verified unless the setting is off, or their network verifies none for nothing', () => {
  const types: CardType[] = ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'OTHER'];
  expect(types.map((type) => open().verifies(type))).toEqual([true, true, true, true, false, false]);
  expect(types.some((type) => open(false).verifies(type))).toBe(false);
});
