import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { planLine } from '../../testing/builders/import-lines.ts';
import {
  accountOf,
  customerLines,
  importLines,
  liveUntil,
  type MonthsCustomer,
  mailsTo,
  monthlyBill,
  ops,
  pageOf,
  runJobs,
} from '../../testing/customer-months.ts';
import { type PayingPortal, startPayingPortal } from '../../testing/paying-portal.ts';

// Three months of two customers with autopay, day by day: a card that is declined, and a bank account whose debits come
// back. Bills come by import, time passes by the clock, and pages, mails, receipts, and operator commands tell one story.

vi.setConfig({ testTimeout: 180_000 });

const ana: MonthsCustomer = { name: 'ana', language: 'en' };
const luz: MonthsCustomer = { name: 'luz', language: 'es' };

let portal: PayingPortal;
let stopMail: () => Promise<void>;
beforeAll(async () => {
  portal = await startPayingPortal({ AUTOPAY_RETRY_DAYS: '1,3' });
  stopMail = portal.app.keepDelivering();
  await importLines(portal, [
    planLine(),
    ...customerLines(ana, [
      { key: 'good', kind: 'card', lastFour: '4242', token: 'visa-4242-ana' },
      { key: 'empty', kind: 'card', lastFour: '0002', token: 'visa-0002-funds' },
    ]),
    ...customerLines(luz, [
      { key: 'bank', kind: 'bank', lastFour: '6789', token: 'bank-6789-returned' },
      { key: 'card', kind: 'card', lastFour: '1881', token: 'visa-1881-luz' },
    ]),
    monthlyBill(ana, { month: '2026-11', amount: '84.99', previous: '0.00' }),
    monthlyBill(luz, { month: '2026-11', amount: '60.00', previous: '0.00' }),
  ]);
});
afterAll(async () => {
  await stopMail();
  await portal.close();
});

async function enroll(customer: MonthsCustomer, lastFour: string): Promise<void> {
  const page = await pageOf(portal, customer);
  const body = {
    accountNumber: accountOf(customer),
    enableAutopay: true,
    paymentMethodID: page.methodId(lastFour),
    consents: [{ kind: 'autopay', textVersion: '1', language: customer.language }],
  };
  const reply = await portal.post('/customer/account/autopay', body, page.token);
  expect(reply.json()).toEqual({ statusCode: '00' });
  await runJobs(portal);
}

/** The month adds up: every invariant, the balance on the page, and what the operator sees. */
async function expectMonth(owed: Readonly<Record<'ana' | 'luz', number>>): Promise<void> {
  expect(await portal.brokenChecks()).toEqual([]);
  expect(await ops(portal, 'check')).toContain('checks passed');
  for (const customer of [ana, luz]) {
    const { balance } = await (await pageOf(portal, customer)).dashboard();
    const amount = owed[customer.name as 'ana' | 'luz'];
    expect({ [customer.name]: balance }).toEqual({ [customer.name]: amount });
    expect(await ops(portal, 'show', accountOf(customer))).toContain(`balance $${amount.toFixed(2)}`);
  }
}

/** The days and subjects of the mails from a day on. */
async function storyOf(customer: MonthsCustomer, from: string): Promise<string[]> {
  const mails = await mailsTo(portal, customer);
  return mails.filter(({ day }) => day >= from).map(({ day, subject }) => `${day} ${plain(subject)}`);
}

/** Without the characters that keep a name or a day on one line. */
const plain = (text: string) => text.replaceAll('\u2060', '').replaceAll(/\s+/g, ' ');

test('[AUTOPAY-4] [RETURN-1] [MAIL-1] November: a card is charged, a bank debit comes back', async () => {
  await enroll(ana, '4242');
  await enroll(luz, '6789');
  expect(await ops(portal, 'autopay-run', '--as-of', '2026-11-26', '--dry-run')).toContain(
    'Would charge $144.99.',
  );
  await liveUntil(portal, '2026-12-01');
  expect(await storyOf(ana, '2026-11-24')).toEqual([
    '2026-11-24 Your bill is ready: $84.99 due Nov 26, 2026',
    '2026-11-24 Autopay is on',
    '2026-11-24 Autopay will charge $84.99 on Nov 26, 2026',
    '2026-11-26 We received your payment of $84.99',
  ]);
  expect(await storyOf(luz, '2026-11-24')).toEqual([
    '2026-11-24 Su factura está lista: $60.00, vence el nov 26, 2026',
    '2026-11-24 El pago automático está activado',
    '2026-11-24 Su pago automático de $60.00 se cobrará el nov 26, 2026',
    '2026-11-26 Su pago de $60.00 está en camino',
    '2026-11-28 Su banco devolvió su pago de $60.00',
  ]);
  const { autopay, nextCharge, pastDue } = await (await pageOf(portal, luz)).dashboard();
  expect({ pastDue, nextCharge }).toEqual({ pastDue: 60, nextCharge: null });
  expect(autopay.problem).toMatchObject({ amount: 60, date: '2026-11-26', retry_date: null });
  const returned = (await mailsTo(portal, luz)).at(-1);
  expect(plain(returned?.text ?? '')).toContain('devolvió el pago automático del nov 26, 2026');
  await expectMonth({ ana: 0, luz: 60 });
});

test('[AUTOPAY-4] [RETURN-1] [MAIL-1] December: a declined card is replaced, a second return turns autopay off', async () => {
  await enroll(ana, '0002');
  await liveUntil(portal, '2026-12-05');
  await importLines(portal, [
    monthlyBill(ana, { month: '2026-12', amount: '90.00', previous: '0.00' }),
    monthlyBill(luz, { month: '2026-12', amount: '61.00', previous: '60.00' }),
  ]);
  await liveUntil(portal, '2026-12-23');
  const upcoming = (await mailsTo(portal, luz)).at(-1);
  expect(plain(upcoming?.text ?? '')).toContain('Incluye un saldo vencido de $60.00.');
  expect(await ops(portal, 'autopay-run', '--as-of', '2026-12-26', '--dry-run')).toContain(
    'Would charge $211.00.',
  );
  await liveUntil(portal, '2026-12-27');
  const { autopay, nextCharge } = await (await pageOf(portal, ana)).dashboard();
  expect(autopay.problem).toMatchObject({ code: 'insufficient-funds', date: '2026-12-27', amount: 90 });
  expect(nextCharge).toMatchObject({ date: '2026-12-29', amount: 90 });
  await enroll(ana, '4242');
  await liveUntil(portal, '2027-01-02');
  expect(await storyOf(ana, '2026-12-01')).toEqual([
    '2026-12-01 Autopay is on',
    '2026-12-05 Your bill is ready: $90.00 due Dec 26, 2026',
    '2026-12-23 Autopay will charge $90.00 on Dec 26, 2026',
    '2026-12-26 Autopay could not charge $90.00',
    '2026-12-27 Autopay could not charge $90.00',
    '2026-12-27 Autopay is on',
    '2026-12-28 We received your payment of $90.00',
  ]);
  expect(await storyOf(luz, '2026-12-01')).toEqual([
    '2026-12-05 Su factura está lista: $61.00, vence el dic 26, 2026',
    '2026-12-23 Su pago automático de $121.00 se cobrará el dic 26, 2026',
    '2026-12-26 Su pago de $121.00 está en camino',
    '2026-12-28 Su banco devolvió su pago de $121.00',
    '2026-12-28 El pago automático está desactivado: su banco devolvió un pago',
  ]);
  await expectMonth({ ana: 0, luz: 121 });
});

test('[AUTOPAY-4] [MAIL-1] January: both pay by card, and nothing more is owed', async () => {
  await enroll(luz, '1881');
  await liveUntil(portal, '2027-01-05');
  await importLines(portal, [
    monthlyBill(ana, { month: '2027-01', amount: '84.99', previous: '0.00' }),
    monthlyBill(luz, { month: '2027-01', amount: '60.00', previous: '121.00' }),
  ]);
  await liveUntil(portal, '2027-01-30');
  expect(await storyOf(ana, '2027-01-03')).toEqual([
    '2027-01-05 Your bill is ready: $84.99 due Jan 26, 2027',
    '2027-01-23 Autopay will charge $84.99 on Jan 26, 2027',
    '2027-01-26 We received your payment of $84.99',
  ]);
  expect(await storyOf(luz, '2027-01-02')).toEqual([
    '2027-01-02 El pago automático está activado',
    '2027-01-05 Su factura está lista: $60.00, vence el ene 26, 2027',
    '2027-01-23 Su pago automático de $181.00 se cobrará el ene 26, 2027',
    '2027-01-26 Recibimos su pago de $181.00',
  ]);
  await expectMonth({ ana: 0, luz: 0 });
});

test.each([
  [ana, ['90 4242', '90 0002', '90 0002', '84.99 4242']],
  [luz, ['181 1881', '121 6789', '60 6789']],
] as const)(
  '[API-27] the payments of $name are the same on the page, in the receipt, for the operator, and at the processor',
  async (customer, newest) => {
    const page = await pageOf(portal, customer);
    const payments = await page.payments();
    const shown = payments.map(
      ({ amount, payment_method }: { amount: number; payment_method: { last_four: string } }) =>
        `${amount} ${payment_method.last_four.slice(-4)}`,
    );
    expect(shown.slice(-newest.length)).toEqual(newest);
    const support = await ops(portal, 'show', accountOf(customer));
    const charges = await portal.sandbox.charges();
    for (const { id, amount, status, trasaction_id, reference } of payments) {
      const money = `$${amount.toFixed(2)}`;
      const printed = `${reference.slice(0, 4)}-${reference.slice(4)}`;
      expect(support).toMatch(new RegExp(`${money.replace('$', '\\$')}.*${printed}`));
      const pdf = await page.receiptPdf(id);
      expect(pdf).toContain(money);
      expect(pdf).toContain(printed);
      const charge = charges.find((made) => made.id === trasaction_id);
      expect(charge?.amountCents).toBe(status === 'PROCESSING_ERROR' ? undefined : Math.round(amount * 100));
    }
  },
);
