import { formatReference } from '@myaccount/contract/payment-reference';
import { beforeAll, describe, expect, test } from 'vitest';
import { type BuiltAccount, buildAccount, buildSecondAccount } from '../testing/builders/account.ts';
import { buildInvoice } from '../testing/builders/invoice.ts';
import { allowAccount, buildLogin } from '../testing/builders/login.ts';
import { buildPayment } from '../testing/builders/payment.ts';
import { forFile } from '../testing/for-tests.ts';
import { startTestPortal, testSettings } from '../testing/portal.ts';
import { changeRows, readRow } from '../testing/rows.ts';
import { runOps } from '../testing/run-ops.ts';
import { mostFound, searchAccounts } from './search-accounts.ts';

const portal = forFile(() => startTestPortal());

interface Person {
  readonly first: string;
  readonly last: string;
  readonly business?: string;
  readonly contact?: string;
  readonly phone?: string;
  readonly status?: 'ACTIVE' | 'INACTIVE';
  /** Number, street, unit, city, code. */
  readonly at?: readonly [string, string, string, string, string];
}

async function build({ first, last, business, contact, phone, status = 'ACTIVE', at }: Person) {
  const account = await buildAccount(portal.db, {
    customer: {
      first_name: first,
      last_name: last,
      email_address: contact ?? null,
      phone_number: phone ?? null,
    },
    account: { status, ...(business ? { business_name: business, account_type: 'BUSINESS' as const } : {}) },
  });
  const [street_nr_first, street_name, street_nr_last, city, post_code] = at ?? [
    '1',
    'Nowhere',
    '',
    'Salem',
    '97301',
  ];
  const address = { street_nr_first, street_name, street_nr_last, city, post_code };
  await changeRows(portal.db, 'address', { account_id: account.id, address_type: 'Service' }, address);
  return account;
}

const people = {
  maria: {
    first: 'María José',
    last: "O'Brien-Núñez",
    at: ['77', 'Peach Street', 'Apt. 4-B', 'Dayton', '45402-1234'],
  },
  marian: {
    first: 'Marian',
    last: 'Obrien',
    at: ['4', 'Peachtree Lane', '', 'Akron', '44308'],
    phone: '6145550177',
  },
  lukasz: { first: 'Łukasz', last: 'Wójcik', contact: 'Lukasz.W@Example.com', phone: '6145550188' },
  bakery: {
    first: 'Odile',
    last: 'Renard',
    business: 'Crumb & Co. Bakery',
    at: ['12', 'Mill Road', '', 'Dayton', '45402'],
  },
  studio: {
    first: 'Ina',
    last: 'Studer',
    business: 'Studio 54',
    phone: '5550199',
    at: ['9', 'Elm Street', '', 'Akron', '44308'],
  },
  former: { first: 'Odile', last: 'Renardo', status: 'INACTIVE', phone: '442079460000' },
} satisfies Record<string, Person>;
type Name = keyof typeof people;
const built = {} as Record<Name, BuiltAccount>;
beforeAll(async () => {
  for (const name of Object.keys(people) as Name[]) built[name] = await build(people[name]);
});

const numbersOf = (accounts: readonly { readonly accountNumber: string }[]) =>
  accounts.map(({ accountNumber }) => accountNumber);
const find = async (said: string) => (await searchAccounts(portal.db, said)).map((row) => row.account_number);
const expectFound = async (said: string, ...accounts: BuiltAccount[]) =>
  expect(await find(said), said).toEqual(numbersOf(accounts));
const ops = (...args: string[]) => runOps(testSettings(portal.portal.config.databaseUrl), args);

describe('an operator finds a customer', () => {
  test.each([
    ['maria jose', 'maria'],
    ['NÚÑEZ', 'maria'],
    ['nunez maría', 'maria'],
    ["o'brien-nunez", 'maria'],
    ['o’brien nunez', 'maria'],
    ['obriennunez', 'maria'],
    ['brien-nu', 'maria'],
    ['bri-nuñ', 'maria'],
    ['LUKASZ wojcik', 'lukasz'],
    ['wojc łuk', 'lukasz'],
    ['crumb', 'bakery'],
    ['crumb & co', 'bakery'],
    ['bakery, crumb', 'bakery'],
  ] as const)('[FIND-1] by a name, however it is written: %s', (said, name) =>
    expectFound(said, built[name]),
  );

  test.each([
    ['77 Peach Street', 'maria'],
    ['77 peach st., #4b', 'maria'],
    ['peach apt 4-b dayton', 'maria'],
    ['45402-1234', 'maria'],
    ['454021234', 'maria'],
    ['12 mill rd', 'bakery'],
    ['77 peach street apartment 4b', 'maria'],
    ['street', undefined],
    ['12 mill road', 'bakery'],
    ['mill dayton 45402', 'bakery'],
  ] as const)('[FIND-1] by a service address: %s', async (said, name) =>
    expectFound(said, ...(name ? [built[name]] : [])),
  );

  test('[FIND-1] not by another address than that of the service', async () => {
    const account = await build({ first: 'Bill', last: 'Payer' });
    await changeRows(
      portal.db,
      'address',
      { account_id: account.id, address_type: 'Billing' },
      { city: 'Zanesville' },
    );
    await expectFound('zanesville');
  });

  test.each([
    ['maria 77 peach', 'maria'],
    ['77 peach maria', 'maria'],
    ['jose nunez dayton', 'maria'],
    ['dayton renard', 'bakery'],
    ['crumb mill', 'bakery'],
    ['renard 12 mill rd', 'bakery'],
    ['12 mil crumb', undefined],
    ['cru mill', undefined],
    ['studio 54 9 elm', 'studio'],
    ['9 elm studio 54', 'studio'],
  ] as const)('[FIND-1] by a name and an address: %s', async (said, name) =>
    expectFound(said, ...(name ? [built[name]] : [])),
  );

  test('[FIND-1] by an e-mail address: login, former login, contact, in any spelling', async () => {
    const { account, loginId } = await buildLogin(portal.db, { emailAddress: 'forgot@example.com' });
    await changeRows(portal.db, 'login', { id: loginId }, { import_address: 'before@example.com' });
    const contact = await readRow(portal.db, 'customer', { customer_number: account.customerNumber });
    for (const said of [
      'forgot@example.com',
      ' Forgot@EXAMPLE.com',
      'before@example.com',
      String(contact.email_address),
    ])
      await expectFound(said, account);
    await expectFound('lukasz.w@example.com', built.lukasz);
    await expectFound('LUKASZ.W@example.COM', built.lukasz);
    await expectFound('forgot@example.org');
  });

  test.each(['6145550188', '(614) 555-0188', '+1 614.555.0188', '1-614-555-0188'])(
    '[FIND-1] by a phone: %s',
    (said) => expectFound(said, built.lukasz),
  );

  test('[FIND-1] by a phone of another country; not by a part of one', async () => {
    await expectFound('+44 20 7946 0000', built.former);
    await expectFound('555-0199', built.studio);
    await expectFound('5550188');
  });

  test('[FIND-1] by a number of account, customer, bill, or payment, in groups and any case', async () => {
    const account = await build({ first: 'Nora', last: 'Number' });
    const other = await build({ first: 'Otto', last: 'Number' });
    const invoice = await buildInvoice(portal.db, account);
    const payment = await buildPayment(portal.db, account, {
      external_id: 'PAY-77x',
      processor_reference: '4000111122223333',
      processor_transaction: 'TX-998877',
    });
    const { reference } = await readRow(portal.db, 'payment_reference', { payment_id: payment.id });
    await buildPayment(portal.db, other, { processor_transaction: 'TX-998878' });
    const { accountNumber, customerNumber } = account;
    const { invoice_number: bill } = await readRow(portal.db, 'invoice', { id: invoice.id });
    const numbers = [
      accountNumber,
      `${accountNumber.slice(0, 3)} ${accountNumber.slice(3)}`,
      customerNumber,
      customerNumber.toLowerCase(),
      bill,
      'PAY-77x',
      '4000111122223333',
      '4000 1111 2222 3333',
      'tx-998877',
      reference,
      formatReference(reference).toLowerCase(),
    ];
    for (const said of numbers) await expectFound(said, account);
    const [found] = await searchAccounts(portal.db, reference);
    expect(found).toMatchObject({
      payment_id: payment.id,
      found_by: 'payment',
      payment_reference: reference,
    });
  });

  test('[FIND-1] by the last four digits with the amount; the newest of several payments', async () => {
    const [one, other] = [
      await build({ first: 'Card', last: 'One' }),
      await build({ first: 'Card', last: 'Two' }),
    ];
    const pay = (account: BuiltAccount, last_four: string, amount_cents: number) =>
      buildPayment(portal.db, account, { last_four, amount_cents });
    for (let month = 0; month < 2 * mostFound; month += 1) await pay(one, '8812', 123_456);
    const newest = await pay(one, '8812', 123_456);
    await pay(one, '8812', 5_000);
    for (const said of ['8812 1234.56', '8812 $1,234.56', '…8812 1,234.56', '*8812 $1234.56']) {
      await expectFound(said, one);
      expect(await searchAccounts(portal.db, said)).toMatchObject([{ payment_id: newest.id }]);
    }
    await expectFound('8812 $50', one);
    await pay(other, '8812', 123_456);
    await expectFound('8812 1234.56', one, other);
    await expectFound('8812 1234.57');
    await expectFound('8813 1234.56');
    await expectFound('8812 50');
  });

  test.each([
    "'",
    "q' | q:*",
    '!(x & y)',
    ':*',
    '<->',
    '\\',
    '%',
    '@',
    '   ',
    '( )',
    '…',
    '🏠',
    'x'.repeat(3_000),
    'zz '.repeat(300),
  ])('[FIND-1] what was said is data: %s', (said) => expectFound(said));
});

describe('several', () => {
  test('[FIND-2] come best first: whole words before beginnings, active accounts before closed ones', async () => {
    const closed = await build({ first: 'Bea', last: 'Zimmer', status: 'INACTIVE' });
    const long = await build({ first: 'Anna', last: 'Zimmermann' });
    const second = await build({ first: 'Carl', last: 'Zimmer' });
    const first = await build({ first: 'Abe', last: 'Zimmer' });
    await expectFound('zimmer', first, second, closed, long);
    await expectFound('zimm', first, long, second, closed);
    await expectFound('obrien', built.marian, built.maria);
  });

  test('[FIND-2] a number that is exact is found alone', async () => {
    const account = await build({ first: 'Exact', last: 'Match' });
    await build({
      first: 'Other',
      last: 'Match',
      at: [account.accountNumber, 'Long Road', '', 'Salem', '97301'],
    });
    await expectFound(account.accountNumber, account);
  });

  test('[FIND-2] are a list that tells them apart, without secrets', async () => {
    const login = await buildLogin(portal.db, { account: built.maria, emailAddress: 'm.obrien@example.com' });
    await allowAccount(portal.db, login.loginId, built.lukasz, 'member');
    const { code, out, err } = await ops('find', 'm.obrien@example.com');
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n').map((line) => line.replace(/ {2,}/g, '  '))).toEqual([
      'Accounts: 2, best first',
      `  ${built.maria.accountNumber}  María José O'Brien-Núñez  77 Peach Street Apt. 4-B Dayton OH 45402-1234  no e-mail  no phone  login m.obrien@example.com  ACTIVE  by login`,
      `  ${built.lukasz.accountNumber}  Łukasz Wójcik  1 Nowhere Salem OH 97301  Lukasz.W@Example.com  6145550188  login m.obrien@example.com  ACTIVE  by login`,
      '',
    ]);
    const page = (await ops('show', built.lukasz.accountNumber)).out;
    const cells = (out.split('\n')[2] ?? '').trim().split(/ {2,}/).slice(0, -1);
    for (const cell of cells) expect(page).toContain(cell.replace(/^login /, ''));
  });

  test('[FIND-2] a payment says which, a business its person, an account without login that it has none', async () => {
    const payment = await buildPayment(portal.db, built.bakery, {
      processor_transaction: 'CRUMBS',
      amount_cents: 1_999,
    });
    const { reference } = await readRow(portal.db, 'payment_reference', { payment_id: payment.id });
    const { out } = await ops('find', 'crumbs');
    expect(out).toContain(
      'Crumb & Co. Bakery, Odile Renard  12 Mill Road Dayton OH 45402  no e-mail  no phone  no login  ACTIVE',
    );
    expect(out).toContain(
      `by payment ${formatReference(reference)}, 2026-11-24, COMPLETED, $19.99, ${payment.id}\n`,
    );
  });

  test('[FIND-2] more than fit on a screen: the first ones, and that more words find fewer', async () => {
    for (let index = 0; index <= mostFound; index += 1)
      await build({ first: index < mostFound ? 'Full' : 'Over', last: 'Crowd' });
    const { out } = await ops('find', 'crowd');
    expect(out.split('\n')).toHaveLength(mostFound + 2);
    expect(out).toMatch(/^The first 25 accounts, best first; more words, such as a street, find fewer\n/);
    expect((await ops('find', 'full', 'crowd')).out).toMatch(/^Accounts: 25, best first\n/);
  });

  test('[FIND-2] nobody: one sentence that says how to search', async () => {
    const { code, out, err } = await ops('find', 'nobody', 'at\u0007all');
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(
      /^Nobody is found by “nobody at all”: say an e-mail address, phone, .*, such as 4242 84\.99\n$/,
    );
    expect((await ops('find')).code).toBe(1);
  });
});

describe('show and audit', () => {
  const shown = async (...said: string[]) => {
    const [page, trail] = [await ops('show', ...said), await ops('audit', ...said)];
    expect([page.code, trail.code]).toEqual([0, 0]);
    return [page.out.split(' ')[0], trail.out.split(/[ ,]/)[3]];
  };

  test.each([
    ['(614) 555-0188', 'lukasz'],
    ['lukasz.w@example.com', 'lukasz'],
    ['maria nunez', 'maria'],
    ['12 mill road', 'bakery'],
  ] as const)('[FIND-3] take what only one account fits: %s', async (said, name) => {
    const { accountNumber } = built[name];
    expect(await shown(said)).toEqual([accountNumber, accountNumber]);
    expect(await shown(...said.split(' '))).toEqual([accountNumber, accountNumber]);
  });

  test('[FIND-3] take what only one account fits best', async () => {
    expect(await shown('renard')).toEqual([built.bakery.accountNumber, built.bakery.accountNumber]);
  });

  test('[FIND-3] take the number of an account before the same number of another customer', async () => {
    const account = await build({ first: 'Tom', last: 'Twin' });
    const other = await build({ first: 'Tim', last: 'Twin' });
    const { customer_id: id } = await readRow(portal.db, 'account', { id: other.id });
    await changeRows(portal.db, 'customer', { id }, { customer_number: account.accountNumber });
    await expectFound(account.accountNumber, account, other);
    expect(await shown(account.accountNumber)).toEqual([account.accountNumber, account.accountNumber]);
  });

  test('[FIND-3] of several, list them and show none; of one customer with two accounts, too', async () => {
    const second = await buildSecondAccount(portal.db, built.marian);
    for (const command of ['show', 'audit']) {
      const { code, out, err } = await ops(command, '6145550177');
      expect([code, out]).toEqual([1, '']);
      expect(err).toMatch(/^“6145550177” is not one account\. Accounts: 2, best first\n/);
      for (const { accountNumber } of [built.marian, second]) expect(err).toContain(`  ${accountNumber}  `);
    }
  });
});
