import { beforeAll, describe, expect, it } from 'vitest';
import { demoFile } from '../personas/personas.ts';
import { sandboxForFile, testCredentials } from '../testing/test-sandbox.ts';
import { dayInstant } from './from-lines.rules.ts';
import { productNames } from './gotransverse-names.ts';

// biome-ignore lint/suspicious/noExplicitAny: records and lines of every shape
type Any = any;

const sandbox = sandboxForFile();
const example: Any[] = [
  { type: 'plan', planId: 'P', name: 'Plan', monthlyPrice: '10.00' },
  {
    type: 'customer',
    customerId: 'C',
    firstName: 'A',
    lastName: 'B',
    emailAddress: null,
    phoneNumber: null,
    language: 'en',
  },
  {
    type: 'account',
    accountNumber: '700100',
    customerId: 'C',
    accountType: 'RESIDENTIAL',
    accountStatus: 'ACTIVE',
    billType: 'PAPER',
    cycleDay: 31,
    planId: 'P',
    monthlyPrice: '9.50',
    pendingCharges: '4.25',
    addresses: [
      {
        addressType: 'Service',
        streetNrFirst: '77',
        streetNrLast: '79',
        streetName: 'Elm Street',
        city: 'D',
        state: 'OH',
        country: 'USA',
        postCode: '45402',
      },
      {
        addressType: 'Mailing',
        streetNrFirst: '5',
        streetNrLast: 'Apt 4',
        streetName: 'Oak',
        city: 'D',
        state: 'OH',
        country: 'Canada',
        postCode: '45402-1',
      },
    ],
  },
  {
    type: 'invoice',
    invoiceNumber: 'I-1',
    accountNumber: '700100',
    issuedOn: '2025-10-05',
    dueOn: '2025-10-26',
    periodStart: '2025-10-05',
    periodEnd: '2025-11-04',
    previousBalance: '20.00',
    items: [
      {
        description: 'Plan',
        charges: [
          { type: 'recurring', description: 'Plan', amount: '84.99' },
          { type: 'late-fee', description: 'Late', amount: '1.00' },
        ],
      },
    ],
  },
  {
    type: 'invoice',
    invoiceNumber: 'CR-1',
    accountNumber: '700100',
    kind: 'credit',
    reason: 'Outage',
    forInvoice: 'I-1',
    issuedOn: '2025-10-15',
    items: [
      { description: 'Credit', charges: [{ type: 'discount', description: 'Credit', amount: '-10.00' }] },
    ],
  },
  {
    type: 'payment',
    externalId: 'PAY-1',
    accountNumber: '700100',
    occurredOn: '2025-10-20T14:05:00-04:00',
    amount: '50.00',
    status: 'REFUNDED',
    recurring: true,
    method: { methodType: 'tokenized-bank', cardType: 'ACH', nickname: null, lastFour: '6789' },
  },
];
const lines: Any[] = [...demoFile('2026-03-10'), ...example];
const records: Record<string, Any[]> = {};

beforeAll(async () => {
  const body = lines
    .map((line) => JSON.stringify(line))
    .reverse()
    .join('\n');
  await sandbox.call('POST', '/gotransverse/lines', { body, headers: { 'content-type': 'text/plain' } });
  for (const resource of ['billing-accounts', 'invoices', 'adjustments', 'payments']) {
    records[resource] = [];
    for (let last = '0', size = 50; size === 50; ) {
      const filter = encodeURIComponent(`id GT '${last}'`);
      const path = `/gotransverse/billing/2/${resource}?omit_total_count=true&filter=${filter}`;
      const page: Any[] = (
        await sandbox.call('GET', path, { headers: { 'x-api-key': testCredentials.GTV_API_KEY } })
      ).body;
      records[resource]?.push(...page);
      last = page.at(-1)?.id ?? last;
      size = page.length;
    }
  }
});

const day = (instant: string | null) => instant?.slice(0, 10) ?? null;
const text = (dollars: number) => dollars.toFixed(2);
const of = (type: string) => lines.filter((line) => line.type === type);
const byKey = (field: string) => (a: Any, b: Any) => (a[field] < b[field] ? -1 : 1);
const typeOf = Object.fromEntries(Object.entries(productNames).map(([type, name]) => [name, type]));

function addressOf({ purpose, line1, line2, city, region_or_state, country, postal_code }: Any) {
  const addressType = { PRIMARY: 'Service', BILLING: 'Billing', MAILING: 'Mailing' }[purpose as string];
  const [, first, range, street] = /^(\d[^ -]*)(?:-(\d+))? (.+)$/.exec(line1) ?? [null, line1, undefined, ''];
  return {
    addressType,
    streetNrFirst: first,
    streetNrLast: range ?? line2 ?? '',
    streetName: street,
    city,
    state: region_or_state,
    country,
    postCode: postal_code,
  };
}

function itemsOf(items: Any[]) {
  const grouped: Any[] = [];
  for (const { description, total_amount, service } of items) {
    if (grouped.at(-1)?.description !== service.name)
      grouped.push({ description: service.name, charges: [] });
    grouped
      .at(-1)
      .charges.push({ type: typeOf[service.product.name], description, amount: text(total_amount) });
  }
  return grouped;
}

describe('a reader of the API gets back what the import file says', () => {
  it('of every account and its customer', () => {
    const [plans, customers] = [of('plan'), of('customer')];
    const expected = of('account').map((line) => ({
      accountNumber: line.accountNumber,
      accountType: line.accountType,
      accountStatus: line.accountStatus,
      businessName: line.businessName ?? null,
      billType: line.billType,
      cycleDay: line.cycleDay,
      planId: line.planId,
      monthlyPrice: line.monthlyPrice ?? plans.find(({ planId }) => planId === line.planId).monthlyPrice,
      serviceSince: line.serviceSince ?? null,
      pendingCharges: line.pendingCharges,
      addresses: line.addresses,
      customer: (({ customerId, firstName, lastName, emailAddress, phoneNumber, language }) => ({
        customerId,
        firstName,
        lastName,
        emailAddress,
        phoneNumber,
        language,
      }))(customers.find(({ customerId }) => customerId === line.customerId)),
    }));
    const found = records['billing-accounts']?.map((record) => {
      const party = record.responsible_party;
      const person = record.contacts[0] ?? party;
      const one = (type: string) => party.addresses.find((address: Any) => address.address_type === type);
      return {
        accountNumber: record.account_num,
        accountType: record.billing_account_category.code,
        accountStatus: { ACTIVE: 'ACTIVE', DEACTIVATED: 'INACTIVE' }[record.status as string],
        businessName: party.organization_name ?? null,
        billType: record.bill_type,
        cycleDay: record.bill_cycle.day_of_month,
        planId: record.services[0].product.code,
        monthlyPrice: text(record.services[0].price),
        serviceSince: day(record.start_date),
        pendingCharges: text(record.pending_charges_total),
        addresses: party.addresses.filter((address: Any) => address.address_type === 'postal').map(addressOf),
        customer: {
          customerId: party.customer_num,
          firstName: person.first_name,
          lastName: person.last_name,
          emailAddress: one('email')?.email ?? null,
          phoneNumber: one('telecom')?.phone_number ?? null,
          language: record.preferred_language_code,
        },
      };
    });
    expect(found?.sort(byKey('accountNumber'))).toEqual(expected.sort(byKey('accountNumber')));
  });

  it('of every bill and adjustment', () => {
    const expected = of('invoice').map(
      ({ type: _, previousBalance: __, status: ___, paidOn: ____, ...line }) => ({
        kind: 'cycle',
        dueOn: null,
        periodStart: null,
        periodEnd: null,
        reversedOn: null,
        replacedBy: null,
        reason: null,
        forInvoice: null,
        ...JSON.parse(JSON.stringify(line)),
      }),
    );
    const found = [...(records.invoices ?? []), ...(records.adjustments ?? [])].map((record) => ({
      invoiceNumber: record.invoice_num ?? record.adjustment_num,
      accountNumber: record.billing_account.account_num,
      kind: record.adjustment_type ?? record.invoice_type.toLowerCase(),
      reason: record.adjustment_num ? record.description : null,
      forInvoice: record.invoice?.invoice_num ?? null,
      issuedOn: day(record.invoice_date ?? record.adjustment_date),
      dueOn: day(record.due_date),
      periodStart: day(record.period_start_date ?? null),
      periodEnd: day(record.period_end_date ?? null),
      reversedOn: day(record.reversed_date),
      replacedBy:
        record.replacement_invoice?.invoice_num ?? record.replacement_adjustment?.adjustment_num ?? null,
      items: itemsOf(record.invoice_items ?? record.adjustment_items),
    }));
    expect(found.sort(byKey('invoiceNumber'))).toEqual(expected.sort(byKey('invoiceNumber')));
  });

  it('of every payment', () => {
    const states: Any = {
      APPLIED: 'COMPLETED',
      PENDING: 'PENDING',
      FAILED: 'PROCESSING_ERROR',
      CANCELED: 'RETURNED',
      REFUNDED: 'REFUNDED',
    };
    const methods = of('paymentMethod');
    const expected = of('payment').map((line) => {
      const method = line.method ?? methods.find(({ externalId }) => externalId === line.methodExternalId);
      const { externalId, accountNumber, occurredOn, amount, status, recurring, appliedTo = [] } = line;
      return {
        externalId,
        accountNumber,
        occurredOn,
        amount,
        status,
        recurring,
        appliedTo,
        method: {
          methodType: method.methodType,
          cardType: method.cardType,
          nickname: method.nickname ?? null,
          lastFour: method.lastFour ?? null,
        },
      };
    });
    const found = records.payments?.map((record) => {
      const { payment_method_type: type, card_type, nickname, last_four } = record.payment_method;
      const isCheck = type === 'check';
      return {
        externalId: record.payment_num,
        accountNumber: record.billing_account.account_num,
        occurredOn: record.payment_date,
        amount: text(record.amount),
        status: states[record.status],
        recurring: record.auto_payment,
        appliedTo: record.payment_allocations.map(({ invoice, amount }: Any) => ({
          invoiceNumber: invoice.invoice_num,
          amount: text(amount),
        })),
        method: {
          methodType: isCheck ? 'custom' : type,
          cardType: isCheck ? 'CHECK' : card_type,
          nickname,
          lastFour: last_four,
        },
      };
    });
    expect(found?.sort(byKey('externalId'))).toEqual(expected.sort(byKey('externalId')));
  });

  it('what is open of each bill, and the balance of each account', () => {
    const states = Object.fromEntries(
      records.invoices?.map((record) => [record.invoice_num, record.balance > 0 ? 'OPEN' : 'CLOSED']) ?? [],
    );
    const bills = of('invoice').filter(({ kind, status }) => kind !== 'credit' && kind !== 'debit' && status);
    expect(bills.map(({ invoiceNumber }) => [invoiceNumber, states[invoiceNumber]])).toEqual(
      bills.map(({ invoiceNumber, status }) => [invoiceNumber, status]),
    );
    const sum = (list: Any[] | undefined, id: string, value: (record: Any) => number) =>
      (list ?? [])
        .filter((record) => record.billing_account.id === id && !record.reversed_date)
        .reduce((cents, record) => cents + Math.round(value(record) * 100), 0);
    const withOpening = new Set<string>();
    for (const { id, account_num, balance } of records['billing-accounts'] ?? []) {
      const opening =
        Math.round(balance * 100) -
        sum(records.invoices, id, ({ amount }) => amount) -
        sum(records.adjustments, id, ({ amount }) => amount) +
        sum(records.payments, id, ({ amount, status }) => (status === 'APPLIED' ? amount : 0));
      const [first] = of('invoice')
        .filter(({ accountNumber, previousBalance }) => accountNumber === account_num && previousBalance)
        .sort(byKey('issuedOn'));
      const before = of('payment').filter(
        ({ accountNumber, occurredOn, status }) =>
          accountNumber === account_num &&
          status === 'COMPLETED' &&
          occurredOn.slice(0, 10) < first?.issuedOn,
      );
      const paid = before.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
      expect([account_num, opening]).toEqual([
        account_num,
        first ? Math.round(Number(first.previousBalance) * 100) + paid : 0,
      ]);
      if (opening !== 0) withOpening.add(account_num);
    }
    expect(withOpening.has('700100')).toBe(true);
    expect(records['billing-accounts']?.find(({ account_num }) => account_num === '700100').balance).toBe(
      95.99,
    );
    expect(records.invoices?.find(({ invoice_num }) => invoice_num === 'I-1').balance).toBe(75.99);
  });
});

describe('a day as an instant', () => {
  it.each([
    ['2026-11-05', '2026-11-05T06:00:00.000Z'],
    ['2026-07-05', '2026-07-05T05:00:00.000Z'],
    ['2026-11-01', '2026-11-01T05:00:00.000Z'],
    ['2026-03-08', '2026-03-08T06:00:00.000Z'],
  ])('%s begins in US Central time at %s', (date, instant) => {
    expect(dayInstant(date, 'central')).toBe(instant);
    expect(dayInstant(date, 'utc')).toBe(`${date}T00:00:00.000Z`);
  });
});
