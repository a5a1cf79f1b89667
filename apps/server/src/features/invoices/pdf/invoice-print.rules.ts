import { formatCents } from '@myaccount/contract/money';
import { addressWindow } from '../../../platform/pdf/address-window.ts';
import { printedLetterhead, shownAddress } from '../../../platform/pdf/letterhead.ts';
import { isolatedName } from '../../../platform/pdf/quoted-name.ts';
import { showDay } from '../../../platform/show-day.ts';
import { translator } from '../../../platform/texts.ts';
import { billChart } from './bill-chart.rules.ts';
import { type ChargeGroup, chargeGroups } from './charge-groups.rules.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { invoiceStanding } from './invoice-standing.rules.ts';
import { payInstructions } from './pay-instructions.rules.ts';

/** The words and figures of a bill, ready to be laid out. */
export type InvoicePrint = ReturnType<typeof invoicePrint>;

/** Turns a bill into what its template prints, in the customer’s language. */
export function invoicePrint(invoice: InvoiceDocument) {
  const { language, letterhead } = invoice;
  const t = translator(language);
  const contact = { phone: letterhead.supportPhone, email: letterhead.supportEmail };
  return {
    language,
    date: invoice.issuedOn.split('-').map(Number),
    title: t('invoices-pdf.document-title', { brand: letterhead.name, number: invoice.invoiceNumber }),
    letterhead: printedLetterhead(letterhead, t('invoices-pdf.logo', { brand: letterhead.name })),
    runningTitle: t('invoices-pdf.running-title', {
      brand: letterhead.name,
      number: invoice.invoiceNumber,
      account: invoice.accountNumber,
    }),
    contactLine: [letterhead.name, contact.phone, contact.email, shownAddress(letterhead.portalUrl)].join(
      ' · ',
    ),
    pageOf: t('invoices-pdf.page-of'),
    address: addressWindow(invoice),
    heading: t('invoices-pdf.heading'),
    headline: headlineOf(invoice),
    facts: factsOf(invoice),
    summary: summaryOf(invoice),
    chart: billChart(invoice.latestBills, language),
    charges: {
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
    },
    pay: payInstructions(invoice),
  };
}

function headlineOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const standing = invoiceStanding(invoice);
  const shownCents = standing === 'credit' ? -invoice.statement.totalCents : invoice.amountToPayCents;
  const words = {
    due: showDay(invoice.dueOn, invoice.language),
    paid: invoice.paidOn ? showDay(invoice.paidOn, invoice.language) : '',
    charged: invoice.autopay ? showDay(invoice.autopay.chargeOn, invoice.language) : '',
    amount: invoice.autopay ? formatCents(invoice.autopay.amountCents) : '',
    method: isolatedName(invoice.autopay?.methodName ?? ''),
  };
  return {
    label: t(`invoices-pdf.headline.${standing}.label`),
    figure: formatCents(shownCents),
    when: t(`invoices-pdf.headline.${standing}.when`, words),
    note: t(`invoices-pdf.headline.${standing}.note`, words),
  };
}

function factsOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const day = (value: string) => showDay(value, invoice.language);
  const rows: [key: string, value: string | null][] = [
    ['account', invoice.accountNumber],
    ['number', invoice.invoiceNumber],
    ['issued', day(invoice.issuedOn)],
    ['original-due', invoice.originalDueOn === invoice.dueOn ? null : day(invoice.originalDueOn)],
    ['period', `${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`],
    ['paid', invoice.paidOn && day(invoice.paidOn)],
    ['service-address', invoice.serviceAddress.join(', ') || null],
  ];
  return rows.flatMap(([key, value]) => (value ? [{ label: t(`invoices-pdf.facts.${key}`), value }] : []));
}

function summaryOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const { statement } = invoice;
  const rows = [
    ['previous-balance', statement.balanceCents],
    ['payments-received', -statement.paymentsReceivedCents],
    ['service-charges', statement.serviceChargesCents],
    ['activity-charges', statement.activityChargesCents],
    ['taxes-and-fees', statement.taxesAndFeesCents],
  ] as const;
  const isPartlySettled = invoice.amountToPayCents !== Math.max(0, statement.totalCents);
  return {
    heading: t('invoices-pdf.summary.heading'),
    columns: [t('invoices-pdf.charges.what'), t('invoices-pdf.charges.amount')],
    rows: rows.map(([key, cents]) => ({
      label: t(`invoices-pdf.summary.${key}`),
      amount: formatCents(cents + 0),
    })),
    total: { label: t('invoices-pdf.summary.total'), amount: formatCents(statement.totalCents) },
    toPay: isPartlySettled
      ? { label: t('invoices-pdf.summary.to-pay'), amount: formatCents(invoice.amountToPayCents) }
      : null,
  };
}

function printedGroup(group: ChargeGroup, { language }: InvoiceDocument) {
  const t = translator(language);
  return {
    label: group.item ?? t(`invoices-pdf.charges.${group.kind}`),
    subtotal: formatCents(group.subtotalCents),
    lines: group.charges.map(({ chargeType, description, amountCents }) => ({
      what: description,
      kind: t(`invoices-pdf.charge-type.${chargeType}`),
      amount: formatCents(amountCents),
    })),
  };
}
