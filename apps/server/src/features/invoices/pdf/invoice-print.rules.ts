import { formatCents } from '@myaccount/contract/money';
import { type Fact, letterFrame } from '../../../platform/pdf/letter-frame.ts';
import { isolatedName } from '../../../platform/pdf/quoted-name.ts';
import { showDay } from '../../../platform/show-day.ts';
import { translator } from '../../../platform/texts.ts';
import { billChart } from './bill-chart.rules.ts';
import { type ChargeGroup, chargeGroups } from './charge-groups.rules.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceStanding } from './invoice-standing.rules.ts';
import { payInstructions } from './pay-instructions.rules.ts';

/** Turns a bill into the words and figures that its template prints, in the customer’s language. */
export function invoicePrint(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const title = t('invoices-pdf.title', { brand: invoice.letterhead.name, number: invoice.invoiceNumber });
  return {
    ...letterFrame(invoice, title, invoice.issuedOn),
    heading: t('invoices-pdf.heading'),
    headline: headlineOf(invoice),
    facts: factsOf(invoice),
    summary: summaryOf(invoice),
    chart: billChart(invoice.latestBills, invoice.language),
    charges: chargesOf(invoice),
    pay: payInstructions(invoice),
  };
}

function headlineOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const standing = invoiceStanding(invoice);
  const { autopay, paidOn, statement, amountToPayCents } = invoice;
  const day = (value: string | undefined | null) => (value ? showDay(value, invoice.language) : '');
  const words = {
    due: day(invoice.dueOn),
    paid: day(paidOn),
    charged: day(autopay?.chargeOn),
    amount: autopay ? formatCents(autopay.amountCents) : '',
    method: isolatedName(autopay?.methodName ?? ''),
  };
  return {
    label: t(`invoices-pdf.headline.${standing}.label`),
    figure: formatCents(standing === 'credit' ? -statement.totalCents : amountToPayCents),
    when: t(`invoices-pdf.headline.${standing}.when`, words),
    note: standing === 'nothing' ? '' : t(`invoices-pdf.headline.${standing}.note`, words),
    isUrgent: standing === 'past-due',
  };
}

function factsOf(invoice: InvoiceDocument): Fact[] {
  const t = translator(invoice.language);
  const day = (value: string) => showDay(value, invoice.language);
  const isMoved = invoice.originalDueOn !== invoice.dueOn;
  const rows: [key: string, lines: readonly string[]][] = [
    ['account', [invoice.accountNumber]],
    ['number', [invoice.invoiceNumber]],
    ['issued', [day(invoice.issuedOn)]],
    ['originalDue', isMoved ? [day(invoice.originalDueOn)] : []],
    ['paid', invoice.paidOn ? [day(invoice.paidOn)] : []],
    ['period', [`${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`]],
    ['serviceAddress', invoice.serviceAddress],
  ];
  const facts = rows.map(([key, lines]) => ({ label: t(`invoices-pdf.facts.${key}`), lines }));
  return facts.filter(({ lines }) => lines.length > 0);
}

function summaryOf({ language, statement, amountToPayCents }: InvoiceDocument) {
  const t = translator(language);
  const rows = [
    ['previousBalance', statement.balanceCents],
    ['paymentsReceived', 0 - statement.paymentsReceivedCents],
    ['serviceCharges', statement.serviceChargesCents],
    ['activityCharges', statement.activityChargesCents],
    ['taxesAndFees', statement.taxesAndFeesCents],
  ] as const;
  const isPartlySettled = amountToPayCents !== Math.max(0, statement.totalCents);
  return {
    heading: t('invoices-pdf.summary.heading'),
    columns: [t('invoices-pdf.charges.what'), t('invoices-pdf.charges.amount')],
    rows: rows.map(([key, cents]) => ({
      label: t(`invoices-pdf.summary.${key}`),
      amount: formatCents(cents),
    })),
    total: { label: t('invoices-pdf.summary.total'), amount: formatCents(statement.totalCents) },
    toPay: isPartlySettled
      ? { label: t('invoices-pdf.summary.toPay'), amount: formatCents(amountToPayCents) }
      : null,
  };
}

function chargesOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  return {
    heading: t('invoices-pdf.charges.heading'),
    columns: [
      t('invoices-pdf.charges.what'),
      t('invoices-pdf.charges.kind'),
      t('invoices-pdf.charges.amount'),
    ],
    groups: chargeGroups(invoice.items).map((group) => printedGroup(group, invoice)),
    sum: {
      label: t('invoices-pdf.charges.sum'),
      amount: formatCents(invoice.statement.currentChargesCents),
    },
  };
}

function printedGroup(group: ChargeGroup, { language }: InvoiceDocument) {
  const t = translator(language);
  return {
    label: group.item ?? t(`invoices-pdf.charges.${group.kind}`),
    subtotal: formatCents(group.subtotalCents),
    lines: group.charges.map(({ chargeType, description, amountCents }) => ({
      what: description,
      kind: t(`invoices-pdf.chargeType.${chargeType}`),
      amount: formatCents(amountCents),
    })),
  };
}
