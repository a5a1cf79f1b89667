import { describe, expect, test } from 'vitest';
import { invoiceDocument, itemWithCharges } from '../../../testing/builders/invoice-document.ts';
import { withPlainSpaces } from '../../../testing/read-pdf.ts';
import { billChart } from './bill-chart.rules.ts';
import { printedGroups } from './charge-groups.rules.ts';
import { invoicePrint } from './invoice-print.rules.ts';

const print = (changes: Parameters<typeof invoiceDocument>[0] = {}) =>
  withPlainSpaces(invoicePrint(invoiceDocument(changes)));

const free = {
  items: [
    {
      description: 'Fiber 1 Gig',
      charges: [
        { chargeType: 'recurring' as const, description: 'Internet', amountCents: 8_000 },
        { chargeType: 'discount' as const, description: 'Hero Discount', amountCents: -8_000 },
      ],
    },
  ],
};

const owing = { previousBalanceCents: 8_274 };
const late = { ...owing, pastDueCents: 8_274, pastDueSince: '2026-10-19' };

describe('what the bill asked for when it was issued', () => {
  test.each([
    ['a bill alone', {}, 'This bill', '$115.94', 'Due Dec 01, 2026'],
    ['a bill on top of older ones', owing, 'This bill', '$115.94', 'Due Dec 01, 2026'],
    [
      'a bill that credit pays in part',
      { previousBalanceCents: -1_000 },
      'This bill',
      '$105.94',
      'Due Dec 01, 2026',
    ],
    ['credit above the bill', { previousBalanceCents: -20_000 }, 'Your credit', '$84.06', 'Nothing to pay'],
    [
      'credit that is just the bill',
      { previousBalanceCents: -11_594 },
      'This bill',
      '$0.00',
      'Nothing to pay',
    ],
    ['a free bill', free, 'This bill', '$0.00', 'Nothing to pay'],
    ['a free bill on top of older ones', { ...free, ...owing }, 'This bill', '$0.00', 'Nothing to pay'],
  ])('[BILLING-3] %s', (_what, changes, label, figure, when) => {
    expect(print(changes).headline).toMatchObject({ label, figure, when });
  });

  test.each([
    [{}, 'Please pay by Dec 01, 2026 to avoid a late fee.'],
    [owing, 'Total owed when this bill was issued: $198.68.'],
    [late, 'Total owed when this bill was issued: $198.68. Of this, $82.74 was past due since Oct 19, 2026.'],
    [
      { ...late, language: 'es' as const },
      'Total adeudado al emitir esta factura: $198.68. De este total, $82.74 estaba vencido desde el 19 de octubre de 2026.',
    ],
    [{ previousBalanceCents: -1_000 }, 'Please pay by Dec 01, 2026 to avoid a late fee.'],
    [{ previousBalanceCents: -20_000 }, 'We take this credit off your next bill.'],
    [free, ''],
  ])('[BILLING-3] says what else was owed: %j', (changes, note) => {
    expect(print(changes).headline.note).toBe(note);
  });

  test('offers a code to pay by when something was owed, and promises no autopay', () => {
    const payOf = (changes: object) => print(changes).pay;
    expect(payOf({}).qr).not.toBeNull();
    expect(payOf({ ...free, ...owing }).qr).not.toBeNull();
    expect(payOf(free).qr).toBeNull();
    expect(payOf({ previousBalanceCents: -20_000 }).qr).toBeNull();
    expect(payOf({}).steps.map(({ label }) => label)).toEqual(['Online', 'Questions']);
  });
});

describe('lines of a bill', () => {
  test('[BILLING-3] services by item, then activity, taxes and fees, and the late fee, each with its sum', () => {
    const lateFee = {
      description: 'Late fee',
      charges: [{ chargeType: 'late-fee' as const, description: 'Late fee', amountCents: 1_000 }],
    };
    const groups = printedGroups([...invoiceDocument().items, lateFee]);
    expect(groups.map(({ group, item, subtotalCents }) => [group, item, subtotalCents])).toEqual([
      ['service', 'Fiber 1 Gig', 8_499],
      ['service', 'Home phone', 2_000],
      ['activity', null, 284],
      ['taxes', null, 811],
      ['late-fee', null, 1_000],
    ]);
    const { summary } = print({ items: [lateFee] });
    expect(summary.rows.map(({ label, amount }) => `${label} ${amount}`)).toEqual([
      'Previous balance $84.99',
      'Payments received −$84.99',
      'Late fee $10.00',
    ]);
  });

  test('[STATEMENT-1] the groups add up to the statement’s figures', () => {
    const { items, statement } = invoiceDocument({ items: [itemWithCharges(7), ...free.items] });
    const sumOf = (group: string) =>
      printedGroups(items).reduce(
        (sum, printed) => sum + (printed.group === group ? printed.subtotalCents : 0),
        0,
      );
    expect(sumOf('service')).toBe(statement.serviceChargesCents);
    expect(sumOf('activity')).toBe(statement.activityChargesCents);
    expect(sumOf('taxes')).toBe(statement.taxesAndFeesCents);
    expect(sumOf('late-fee')).toBe(statement.lateFeesCents);
  });

  test('[BILLING-3] discounts are negative and named', () => {
    const [group] = print().charges.groups;
    expect(group?.lines.at(-1)).toEqual({ what: 'Autopay discount', kind: 'Discount', amount: '−$5.00' });
  });

  test.each([
    ['recurring', 'Fiber 500', 'Fiber 500 internet', 'Fiber 500 internet', 'Monthly'],
    ['recurring', 'Router', 'Rental', 'Router: Rental', 'Monthly'],
    ['late-fee', 'Fees', 'Late fee', 'Late fee', ''],
  ] as const)('[BILLING-3] a group of one %s line is printed once: %s with %s', (...texts) => {
    const [chargeType, item, description, label, kind] = texts;
    const charge = { chargeType, description, amountCents: 1_000 };
    const { groups } = print({ items: [{ description: item, charges: [charge] }] }).charges;
    expect(groups).toEqual([{ label, kind, subtotal: '$10.00', lines: [] }]);
  });

  test('[BILLING-3] the summary leads from the previous balance to the total', () => {
    const { summary } = print({ previousBalanceCents: 4_250 });
    expect(summary.rows.map(({ amount }) => amount)).toEqual([
      '$127.49',
      '−$84.99',
      '$104.99',
      '$2.84',
      '$8.11',
    ]);
    expect(summary.total).toEqual({ label: 'Total owed', amount: '$158.44' });
  });

  test('[BILLING-3] the summary has no line without an amount, and a credit is no debt', () => {
    const { summary } = print({ paymentsReceivedCents: 0 });
    expect(summary.rows.map(({ label }) => label)).toEqual([
      'Service charges',
      'Activity charges',
      'Taxes and fees',
    ]);
    const credit = print({ previousBalanceCents: -20_000 }).summary;
    expect(credit.total).toEqual({ label: 'Credit', amount: '−$84.06' });
  });
});

describe('facts, address and chart', () => {
  test('[SHELL-12] no line ends inside a day', () => {
    const texts = JSON.stringify(invoicePrint(invoiceDocument(late)));
    expect(texts).toContain('Nov\u00a005,\u00a02026');
    expect(texts).not.toMatch(/\d, \d{4}/);
  });

  test('[BILLING-3] tells the day it was issued and the day it was due', () => {
    const facts = print().facts.map(({ label, lines }) => `${label}: ${lines}`);
    expect(facts).toContain('Issued: Nov 05, 2026');
    expect(facts).toContain('Due date: Dec 01, 2026');
  });

  test('cuts names that the window of the envelope has no room for, and prints them in full below', () => {
    const businessName = 'Bartholomew & Daughters International Freight Forwarding and Brokerage LLC';
    const letter = print({ businessName });
    expect(letter.address).toHaveLength(4);
    expect(letter.address[0]).toBe('Bartholomew & Daughters International Freig…');
    expect(letter.fullName).toEqual({ label: 'Account holder', lines: [businessName, 'Ana María Ruiz'] });
    expect(print().fullName).toBeNull();
    expect(letter.isAddressSmall).toBe(false);
  });

  test('breaks a long address in the window of the envelope, smaller if it needs more lines than always show', () => {
    const street = '118 Orchard Lane at the Old Mill, Building C, Suite 1200, Attention Accounts';
    const letter = print({ businessName: 'Haddad Bakery', billingAddress: [street, 'Fairview, NY 12345'] });
    expect(letter.address).toEqual(['Haddad Bakery', 'Ana María Ruiz', street, 'Fairview, NY 12345']);
    expect(letter.isAddressSmall).toBe(true);
    expect(print({ billingAddress: [street, 'Fairview, NY 12345'] }).isAddressSmall).toBe(false);
  });

  test('draws the bills before and this one, says them in words, and leaves out a first bill’s chart', () => {
    const { chart: whole } = print();
    expect(whole?.bars).toHaveLength(12);
    expect(whole?.bars.at(-1)).toMatchObject({ month: 'Nov', figure: '$115.94' });
    expect(print({ earlierBills: [] }).chart).toBeNull();
    const chart = billChart(
      [
        { month: '2025-12', amountCents: -500 },
        { month: '2026-01', amountCents: 2_000 },
      ],
      'es',
    );
    expect(chart?.bars).toEqual([
      { month: 'dic', figure: '−$5.00', share: 0 },
      { month: 'ene', figure: '$20.00', share: 1 },
    ]);
    expect(chart?.alt).toBe('Gráfica de barras de sus últimas facturas: dic 2025 −$5.00, ene 2026 $20.00.');
  });
});
