import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cardExpiry, lastFourOf } from './capture.ts';
import { openChaseForm } from './card-form/chase-form.ts';
import { openTransafeFrame } from './card-frame/transafe-frame.ts';

interface Answer {
  readonly status?: number;
  readonly body: unknown;
}

let server: Server;
let url: string;
let answers: Answer[];
let calls: { readonly path: string | undefined; readonly body: Record<string, unknown> }[];
let types: (string | undefined)[];
beforeEach(async () => {
  calls = [];
  types = [];
  server = createServer(async (request, response) => {
    calls.push({ path: request.url, body: JSON.parse((await text(request)) || 'null') });
    types.push(request.headers['content-type']);
    const { status = 200, body } = answers[calls.length - 1] ?? { status: 500, body: {} };
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => server.close());

const frame = () => openTransafeFrame({ url, apiKeyId: 'id', apiKey: 'key', timeoutMs: 10_000 });
const form = () =>
  openChaseForm({
    url,
    secureId: 'secure',
    apiKey: 'key',
    cardForm: 'card',
    timeoutMs: 10_000,
  });

const type = { code: 'AUTH', msoft_code: 'INT_SUCCESS', cardtype: 'VISA', account: 'XXXXXXXXXXXX4242' };
const vault = { code: 'SUCCESS', token: 'T1' };
const stored = { code: 'SUCCESS', expdate: '0228' };
const unknown = { status: 404, body: { code: 'DENY', msoft_code: 'DATA_RECORDNOTFOUND' } };

describe('the ticket of TranSafe’s frame', () => {
  test('[METHODS-3] the kind is asked first, then the vault takes the ticket, and its entry has the date', async () => {
    answers = [{ body: type }, { body: vault }, { body: stored }];
    expect(await frame().capture('ticket-1')).toEqual({
      outcome: 'captured',
      capture: { token: 'T1', cardType: 'VISA', lastFour: '4242', expiresOn: '2028-02-29' },
    });
    const body = { account_data: { cardshieldticket: 'ticket-1' } };
    expect(calls).toEqual([
      { path: '/api/v2/transaction/cardtype', body },
      { path: '/api/v2/vault/account', body },
      { path: '/api/v2/vault/account/T1', body: null },
    ]);
    expect(types).toEqual(['application/json', 'application/json', undefined]);
  });

  test.each([
    ['a bank account has no expiration date', { cardtype: 'ACH' }, 'ACH', null],
    ['a check is a bank account', { cardtype: 'CHECK' }, 'CHECK', null],
    ['a brand that the portal has no name for', { cardtype: 'DINERS' }, 'OTHER', '2028-02-29'],
  ])('[METHODS-3] %s', async (_what, change, cardType, expiresOn) => {
    answers = [{ body: { ...type, ...change } }, { body: vault }, { body: stored }];
    expect(await frame().capture('t')).toMatchObject({ capture: { cardType, expiresOn } });
  });

  test.each<[string, Answer[], string]>([
    ['unknown', [unknown], 'not-found'],
    ['used', [{ body: type }, unknown], 'not-found'],
    ['refused', [{ status: 402, body: { code: 'DENY', verbiage: 'NO' } }], 'refused'],
    ['refused by the vault', [{ body: type }, { status: 402, body: { code: 'DENY' } }], 'refused'],
    [
      'of an invalid account',
      [{ status: 400, body: { code: 'DENY', msoft_code: 'DATA_ACCOUNT' } }],
      'refused',
    ],
    [
      'asked with a wrong key',
      [{ status: 400, body: { code: 'DENY', msoft_code: 'ACCT_AUTHFAILED' } }],
      'unavailable',
    ],
    ['answered by another hop with 404', [{ status: 404, body: { message: 'no route' } }], 'unavailable'],
    ['answered by another hop with 402', [{ status: 402, body: { message: 'pay' } }], 'unavailable'],
    ['accepted with an error status', [{ status: 503, body: type }, { body: vault }], 'unavailable'],
    ['accepted with a refusing status', [{ status: 402, body: type }, { body: vault }], 'unavailable'],
    ['garbled', [{ body: '<html>' }], 'unavailable'],
    ['without token', [{ body: type }, { body: { ...vault, token: '' } }], 'unavailable'],
    [
      'with a whole number',
      [{ body: { ...type, account: '4242424242424242' } }, { body: vault }, { body: stored }],
      'unavailable',
    ],
    [
      'of a card without date',
      [{ body: type }, { body: vault }, { body: { code: 'SUCCESS' } }],
      'unavailable',
    ],
    ['whose entry cannot be read', [{ body: type }, { body: vault }, unknown], 'unavailable'],
  ])('[API-19] a ticket %s is %s', async (_what, given, outcome) => {
    answers = given;
    expect((await frame().capture('t')).outcome).toBe(outcome);
  });

  test('[API-19] the signature is the HMAC of the values in the order of the fields', () => {
    const request = {
      timestamp: 1_790_000_000,
      domain: 'https://my.example',
      sequence: 's-1',
      styleSheet: undefined,
    };
    const card = frame().sign({ ...request, hasHolderName: false, isBankAccount: false });
    expect(card.fields).toEqual([
      { name: 'hmac-timestamp', value: '1790000000' },
      { name: 'hmac-domain', value: 'https://my.example' },
      { name: 'hmac-sequence', value: 's-1' },
      { name: 'hmac-auth_apikey_id', value: 'id' },
      { name: 'hmac-include-cardholdername', value: 'no' },
      { name: 'hmac-expdate-format', value: 'single-text' },
      { name: 'hmac-auto-reload', value: 'yes' },
      { name: 'hmac-autocomplete', value: 'yes' },
      { name: 'hmac-include-submit-button', value: 'yes' },
    ]);
    const message = '1790000000https://my.examples-1idnosingle-textyesyesyes';
    expect(card.hash).toBe(createHmac('sha256', 'key').update(message).digest('hex'));
    const bank = frame().sign({
      ...request,
      styleSheet: 'https://my.example/s',
      hasHolderName: true,
      isBankAccount: true,
    });
    expect(bank.fields.at(4)).toEqual({ name: 'hmac-css-url', value: 'https://my.example/s' });
    expect(bank.fields.at(-1)).toEqual({ name: 'hmac-include-ach', value: 'yes' });
  });
});

const card = {
  token_id: 'T2',
  mpan: 'XXXXXXXXXXXX5454',
  card_brand: 'MasterCard',
  exp_month: '02',
  exp_year: '2027',
};

describe('the uid of Chase’s form', () => {
  test('[METHODS-4] a form is opened and read with the credentials in the body', async () => {
    answers = [{ body: { uid: 'U1' } }, { body: card }];
    expect(await form().open('card')).toEqual({ outcome: 'opened', uid: 'U1' });
    expect(await form().capture('U1')).toEqual({
      outcome: 'captured',
      capture: { token: 'T2', cardType: 'MASTERCARD', lastFour: '5454', expiresOn: '2027-02-28' },
    });
    const credentials = { secure_id: 'secure', api_key: 'key' };
    expect(calls).toEqual([
      { path: '/api/init', body: { ...credentials, txn_type: 'profileAdd', form_name: 'card' } },
      { path: '/api/query', body: { ...credentials, uid: 'U1' } },
    ]);
  });

  test.each<[string, Answer, string]>([
    ['unknown', { status: 404, body: {} }, 'not-found'],
    ['expired', { status: 410, body: {} }, 'not-found'],
    ['not complete', { status: 409, body: { state: 'started' } }, 'not-complete'],
    ['answered without a token', { body: { state: 'open' } }, 'not-complete'],
    ['refused for wrong credentials', { status: 401, body: {} }, 'unavailable'],
    ['of another brand', { body: { ...card, card_brand: 'Diners Club' } }, 'captured'],
    ['of a whole number', { body: { ...card, mpan: '5454545454545454' } }, 'unavailable'],
    [
      'of a bank account',
      { body: { token_id: 'T', account_number: 'XX6789', account_type: 'CHECKING' } },
      'unavailable',
    ],
    ['garbled', { body: 'OK' }, 'unavailable'],
  ])('[API-20] a form %s is %s', async (_what, answer, outcome) => {
    answers = [answer];
    expect((await form().capture('U')).outcome).toBe(outcome);
  });

  test.each([
    { body: {} },
    { body: { uid: '' } },
    { body: { uid: 'a b' } },
    { status: 401, body: { uid: 'U' } },
  ])('[API-20] %j opens no form', async (answer) => {
    answers = [answer];
    expect((await form().open('card')).outcome).toBe('unavailable');
  });
});

test('[API-20] a service that is not there is unavailable, and says why', async () => {
  server.close();
  const result = await form().open('card');
  expect(result).toMatchObject({ outcome: 'unavailable', text: expect.stringContaining('ECONNREFUSED') });
});

test.each([
  ['XXXXXXXXXXXX4242', '4242'],
  ['…4242', '4242'],
  ['4242', '4242'],
  ['424242', undefined],
  ['4XXX4242', undefined],
  ['XXX', undefined],
  [4242, undefined],
])('[METHODS-2] the last digits of %s are %s', (number, digits) => {
  expect(lastFourOf(number)).toBe(digits);
});

test.each([
  ['02', '2028', '2028-02-29'],
  ['12', '2026', '2026-12-31'],
  ['13', '2026', undefined],
  ['1', '2026', undefined],
  ['12', '26', undefined],
  [undefined, '2026', undefined],
])('[METHODS-4] the card month %s/%s ends on %s', (month, year, day) => {
  expect(cardExpiry(month, year)).toBe(day);
});
