import { describe, expect, test } from 'vitest';
import { invoiceDocument, itemWithCharges } from '../../../testing/builders/invoice-document.ts';
import { billChart } from './bill-chart.rules.ts';
import { chargeGroups } from './charge-groups.rules.ts';
import { invoicePrint } from './invoice-print.rules.ts';
import { invoiceStanding } from './invoice-standing.rules.ts';

const autopay = { methodName: 'Visa …4242', chargeOn: '2026-12-01', amountCents: 11_594 };
const paid = { paidOn: '2026-11-20', amountToPayCents: 0 };
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

describe('what to pay, and by when', () => {
  test.each([
    ['due', {}, '$115.94', 'Due Dec 01, 2026'],
    ['due', { asOf: '2026-12-01' }, '$115.94', 'Due Dec 01, 2026'],
    ['past-due', { asOf: '2026-12-02' }, '$115.94', 'Past due since Dec 01, 2026'],
    ['past-due', { asOf: '2026-12-02', autopay }, '$115.94', 'Past due since Dec 01, 2026'],
    ['autopay', { autopay }, '$115.94', 'Due Dec 01, 2026'],
    ['paid', paid, '$0.00', 'Paid Nov 20, 2026'],
    ['credit', { previousBalanceCents: -20_000 }, '$84.06', 'Nothing to pay'],
    ['nothing', free, '$0.00', 'Nothing to pay'],
  ])('[BILLING-3] a bill that is %s (%j) shows %s and “%s”', (standing, changes, figure, when) => {
    const invoice = invoiceDocument(changes);
    expect(invoiceStanding(invoice)).toBe(standing);
    expect(invoicePrint(invoice).headline).toMatchObject({ figure, when });
  });

  test('[SHELL-12] says in the customer’s language what autopay will do', () => {
    expect(invoicePrint(invoiceDocument({ autopay })).headline.note).toBe(
      'You need not do anything: autopay will charge $115.94 to Visa …4242 on Dec 01, 2026.',
    );
    expect(invoicePrint(invoiceDocument({ autopay, language: 'es' })).headline.note).toBe(
      'No tiene que hacer nada: el pago automático cobrará $115.94 a Visa …4242 el dic 01, 2026.',
    );
  });

  test('offers a code to pay by only where something is to be paid by hand', () => {
    const hasCode = (changes: object) => invoicePrint(invoiceDocument(changes)).pay.qr !== null;
    expect(hasCode({})).toBe(true);
    expect(hasCode({ asOf: '2027-01-01', autopay })).toBe(true);
    expect(hasCode({ autopay })).toBe(false);
    expect(hasCode(paid)).toBe(false);
  });
});

describe('lines of a bill', () => {
  test('[BILLING-3] services by item, then activity, then taxes and fees, each with its sum', () => {
    const groups = chargeGroups(invoiceDocument().items);
    expect(groups.map(({ kind, item, subtotalCents }) => [kind, item, subtotalCents])).toEqual([
      ['service', 'Fiber 1 Gig', 8_499],
      ['service', 'Home phone', 2_000],
      ['activity', null, 284],
      ['taxes', null, 811],
    ]);
  });

  test('[STATEMENT-1] the groups add up to the statement’s figures', () => {
    const { items, statement } = invoiceDocument({ items: [itemWithCharges(7), ...free.items] });
    const sumOf = (kind: string) =>
      chargeGroups(items).reduce((sum, group) => sum + (group.kind === kind ? group.subtotalCents : 0), 0);
    expect(sumOf('service')).toBe(statement.serviceChargesCents);
    expect(sumOf('activity')).toBe(statement.activityChargesCents);
    expect(sumOf('taxes')).toBe(statement.taxesAndFeesCents);
  });

  test('[BILLING-3] discounts are negative and named', () => {
    const [group] = invoicePrint(invoiceDocument()).charges.groups;
    expect(group?.lines.at(-1)).toEqual({ what: 'Autopay discount', kind: 'Discount', amount: '-$5.00' });
  });

  test('[BILLING-3] the summary leads from the previous balance to the total', () => {
    const { summary } = invoicePrint(invoiceDocument({ previousBalanceCents: 4_250 }));
    expect(summary.rows.map(({ amount }) => amount)).toEqual([
      '$127.49',
      '-$84.99',
      '$104.99',
      '$2.84',
      '$8.11',
    ]);
    expect(summary.total).toEqual({ label: 'Total', amount: '$158.44' });
    expect(summary.toPay).toBeNull();
  });

  test('no payment received reads $0.00, and a part paid later is told', () => {
    const invoice = invoiceDocument({ paymentsReceivedCents: 0, amountToPayCents: 1_594 });
    const { summary } = invoicePrint(invoice);
    expect(summary.rows[1]).toEqual({ label: 'Payments received', amount: '$0.00' });
    expect(summary.toPay).toEqual({ label: 'Left to pay on this bill', amount: '$15.94' });
  });
});

describe('facts, address and chart', () => {
  test('[BILLING-3] tells the original due date only when it was moved', () => {
    const labels = (changes: object) =>
      invoicePrint(invoiceDocument(changes)).facts.map(({ label, lines }) => `${label}: ${lines}`);
    expect(labels({}).join()).not.toContain('Original due date');
    expect(labels({ originalDueOn: '2026-11-25' })).toContain('Original due date: Nov 25, 2026');
  });

  test('cuts names that the window of the envelope has no room for, and prints them in full below', () => {
    const businessName = 'Bartholomew & Daughters International Freight Forwarding and Brokerage LLC';
    const print = invoicePrint(invoiceDocument({ businessName }));
    expect(print.address).toHaveLength(4);
    expect(print.address[0]).toBe('Bartholomew & Daughters International Freig…');
    expect(print.fullName).toEqual({ label: 'Account holder', lines: [businessName, 'Ana María Ruiz'] });
    expect(invoicePrint(invoiceDocument()).fullName).toBeNull();
  });

  test('draws the latest twelve bills, says them in words, and leaves out a first bill’s chart', () => {
    const bills = Array.from({ length: 14 }, (_, index) => ({ month: '2026-01', amountCents: index * 100 }));
    expect(billChart(bills, 'en')?.bars).toHaveLength(12);
    const chart = billChart(
      [
        { month: '2025-12', amountCents: -500 },
        { month: '2026-01', amountCents: 2_000 },
      ],
      'es',
    );
    expect(chart?.bars).toEqual([
      { month: 'dic', figure: '-$5.00', share: 0 },
      { month: 'ene', figure: '$20.00', share: 1 },
    ]);
    expect(chart?.alt).toBe('Gráfico de barras de sus últimas facturas: dic 2025 -$5.00, ene 2026 $20.00.');
    expect(billChart(bills.slice(0, 1), 'en')).toBeNull();
  });
});
