import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoFile } from '../../../../sandbox/src/personas/personas.ts';
import { type BillingTestPortal, startBillingPortal } from '../../testing/billing-portal.ts';
import { accountNames, adjustmentNames, invoiceNames, itemNames, paymentNames } from './gtv.names.ts';

let portal: BillingTestPortal;
const lines = demoFile('2026-11-24');
/** An account with bills, adjustments, and payments that are a business's. */
const adjusted = lines.find((line) => line.type === 'invoice' && line.kind === 'credit');
const account = adjusted && 'accountNumber' in adjusted ? adjusted.accountNumber : '';
const business = lines.find((line) => line.type === 'account' && line.accountType === 'BUSINESS');
const businessAccount = business && 'accountNumber' in business ? business.accountNumber : '';

beforeAll(async () => {
  portal = await startBillingPortal();
  await portal.loadLines(lines);
}, 60_000);
afterEach(() => portal.sandbox.reset());
afterAll(() => portal.close());

const read = (number = account) => portal.billing.billingSystem.readAccount(number);
const fault = (mode: string, field?: string) =>
  portal.sandbox.control({ processor: 'gotransverse', mode, ...(field && { field }) } as never);

/** Members that the gateway may do without: what they say is then nothing, and never something else. */
const optional: ReadonlySet<string> = new Set([invoiceNames.periodStart, invoiceNames.periodEnd]);
/** Documented members that the gateway needs. */
const documented = [
  'id',
  'account_num',
  'bill_type',
  'status',
  'start_date',
  'balance',
  'pending_charges_total',
  'currency_code',
  'preferred_language_code',
  'auto_payment_authorized',
  'bill_cycle',
  'day_of_month',
  'responsible_party',
  'party_type',
  'customer_num',
  'addresses',
  'recurring_payments',
  'invoice_num',
  'billing_account',
  'amount',
  'due_date',
  'invoice_items',
  'total_amount',
  'service',
  'product',
  'reference',
  'auto_payment',
  'payment_method',
  'payment_method_type',
];
const inferred = [accountNames, invoiceNames, adjustmentNames, itemNames, paymentNames].flatMap((names) =>
  Object.values(names),
);
const needed = [...new Set([...documented, ...inferred])].filter((name) => !optional.has(name));

describe.each(['no-field', 'renamed-field'])('an answer with %s', (mode) => {
  test.each(needed)('%s: what has it is refused, and no other value is read', async (name) => {
    const number = name === 'organization_name' ? businessAccount : account;
    const good = await read(number);
    await fault(mode, name);
    const bad = await read(number);
    if (good.outcome !== 'read') throw new Error(good.outcome);
    if (bad.outcome !== 'read') return expect(['refused', 'unavailable']).toContain(bad.outcome);
    expect(bad.billed.refusals.length).toBeGreaterThan(0);
    // What is still taken is as it was.
    for (const list of ['invoices', 'payments'] as const)
      for (const record of bad.billed[list]) expect(good.billed[list]).toContainEqual(record);
    return expect(bad.billed.account).toEqual(good.billed.account);
  });

  test.each([...optional])('%s: a bill has no period of billing’s own', async (name) => {
    await fault(mode, name);
    const answer = await read();
    if (answer.outcome !== 'read') throw new Error(answer.outcome);
    expect(answer.billed.refusals).toEqual([]);
  });
});

test.each(['other-account', 'half-list', 'cut', 'repeats', 'three-decimals', 'other-currency'])(
  '[LIVE-8] an answer that is wrong (%s) is refused whole or by record, with name and field',
  async (mode) => {
    await fault(mode);
    const answer = await read();
    const isWhole = answer.outcome === 'unavailable' || answer.outcome === 'refused';
    expect(isWhole || (answer.outcome === 'read' && answer.billed.refusals.length > 0)).toBe(true);
  },
);

test('[LIVE-8] an answer of another account is none', async () => {
  await fault('other-account');
  const text = `the answer is not of account ${account} alone`;
  expect(await read()).toMatchObject({ outcome: 'unavailable', text });
});

test('[LIVE-8] both ways of writing midnight are the same day', async () => {
  const good = await read();
  await fault('other-midnight');
  const other = await read();
  expect({ ...other, calls: 0 }).toEqual({ ...good, calls: 0 });
});

test('[LIVE-8] a wrong key is no answer', async () => {
  await fault('normal');
  const wrong = await startBillingPortal({ GTV_API_KEY: 'wrong' });
  expect((await wrong.billing.billingSystem.readAccount(account)).outcome).toBe('unavailable');
  await wrong.close();
});
