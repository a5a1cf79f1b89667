import { expect, test } from 'vitest';
import { buildDiscount, type DiscountFields } from '../../testing/builders/discount.ts';
import { buildCustomer, type Customer } from '../../testing/customer.ts';
import { forFile } from '../../testing/for-tests.ts';
import { startTestPortal } from '../../testing/portal.ts';
import { readRows } from '../../testing/rows.ts';

const portal = forFile(() => startTestPortal({ LIMIT_GIFT_DAYS: '30' }));

/** A signed-in customer with an open gift card, changed by `entry`; null for none. */
async function customer(entry: Partial<DiscountFields> | null = {}): Promise<Customer> {
  const login = await buildCustomer(portal);
  const gift = { discount_type: 'GiftCard', eligible_date: '2026-11-01', ...entry } as const;
  if (entry) await buildDiscount(portal.db, login.account, gift);
  return login;
}

const register = ({ account, token }: Customer, changes: object = {}, language = 'en') =>
  portal.post(
    '/gift-card/register',
    { accountNumber: account.accountNumber, DiscountType: 'GiftCard', Optin: 'true', ...changes },
    token,
    { 'accept-language': language },
  );

async function stored({ account }: Customer) {
  const ofAccount = { account_id: account.id };
  const cards = await readRows(portal.db, 'discount', ofAccount);
  return { cards, audit: await readRows(portal.db, 'audit_entry', ofAccount) };
}

async function listed({ account, token }: Customer) {
  const query = { AccountNumber: account.accountNumber };
  return (await portal.get('/customer/account/details', query, token)).json().DiscountsList;
}

test('[API-18, GIFT-2] registers once, with audit, and the account details say so', async () => {
  const login = await customer();
  expect(await listed(login)).toMatchObject([{ DiscountType: 'GiftCard', IsDiscountApplied: 'false' }]);
  const response = await register(login);
  expect([response.statusCode, response.json()]).toEqual([200, { statusCode: '00' }]);
  const { cards, audit } = await stored(login);
  expect(cards).toMatchObject([{ registered_at: portal.clock.now(), is_applied: false }]);
  expect(audit).toMatchObject([
    {
      actor: `login:${login.loginId}`,
      action: 'gift-card.registered',
      detail: { eligibleDate: '2026-11-01' },
      client_address: '127.0.0.1',
      at: portal.clock.now(),
    },
  ]);
  expect(await listed(login)).toEqual([
    {
      DiscountType: 'GiftCard',
      IsDiscountApplied: 'true',
      IsEligible: 'true',
      EligibleDate: '2026-11-01',
    },
  ]);
});

test('[API-18] of several requests at once one registers, and the others hear that it is done', async () => {
  const login = await customer();
  const responses = await Promise.all([1, 2, 3, 4].map(() => register(login)));
  expect(responses.map((response) => response.json().statusCode).sort()).toEqual(['00', '03', '03', '03']);
  expect((await stored(login)).audit).toHaveLength(1);
});

test.each([
  ['no gift card', null, 'en', '01', 'This account is not eligible for a gift card.'],
  ['not eligible', { is_eligible: false }, 'en', '01', 'This account is not eligible for a gift card.'],
  [
    'expired',
    { eligible_date: '2026-10-24' },
    'es-MX',
    '02',
    /^El plazo .* terminó el 23 de noviembre de 2026\.$/,
  ],
  ['applied by the provider', { is_applied: true }, 'en', '03', /^This account is already registered/],
] as const)('[API-18, GIFT-1] %s is refused in words (%#)', async (_name, entry, language, code, words) => {
  const login = await customer(entry);
  const before = await stored(login);
  const response = await register(login, {}, language);
  expect([response.statusCode, response.json()]).toEqual([
    200,
    { statusCode: code, statusDescription: expect.stringMatching(words) },
  ]);
  expect(await stored(login)).toEqual(before);
});

test('[CONFIG-2, GIFT-1] the last day of the operator’s window still counts, until midnight where the business is', async () => {
  const start = portal.clock.now().getTime();
  const login = await customer({ eligible_date: '2026-10-25' });
  const other = await customer({ eligible_date: '2026-10-25' });
  // 23:59:59 of Nov 24 in New York is Nov 25 in UTC.
  portal.clock.advance(Date.parse('2026-11-25T04:59:59Z') - start);
  const registerAnew = async (late: Customer) =>
    (await register({ ...late, token: await portal.signIn(late.emailAddress) })).json();
  expect(await registerAnew(login)).toEqual({ statusCode: '00' });
  portal.clock.advance(1_000);
  expect(await registerAnew(other)).toMatchObject({ statusCode: '02' });
  portal.clock.advance(start - portal.clock.now().getTime());
});

test.each([
  ['DiscountType', { DiscountType: 'Hero Discount' }],
  ['DiscountType', { DiscountType: undefined }],
  ['Optin', { Optin: 'false' }],
  ['Optin', { Optin: true }],
  ['accountNumber', { accountNumber: '' }],
  ['body.IsEligible', { IsEligible: 'true' }],
])('[API-25] %s is refused at its field in %j, and nothing changes', async (field, changes) => {
  const login = await customer();
  const response = await register(login, changes);
  expect(response.statusCode).toBe(400);
  expect(response.json().errors).toMatchObject([{ field: field.replace('body.', '') }]);
  expect(await stored(login)).toMatchObject({ cards: [{ registered_at: null }], audit: [] });
});

test('[API-18] the hero discount of the account is not touched', async () => {
  const login = await customer();
  await buildDiscount(portal.db, login.account, { discount_type: 'Hero Discount' });
  await register(login);
  const { cards } = await stored(login);
  const hero = cards.find((card) => card.discount_type === 'Hero Discount');
  expect(hero).toMatchObject({ registered_at: null, is_applied: false });
});
