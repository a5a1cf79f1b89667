import { formatDay, formatShortDay } from '@myaccount/contract/dates';
import { formatCents } from '@myaccount/contract/money';
import { type Fact, letterFrame, unbroken } from '../../../platform/pdf/letter-frame.ts';
import { translator } from '../../../platform/texts.ts';
import type { Statement } from '../../statement/statement.rules.ts';
import { billChart } from './bill-chart.rules.ts';
import { type PrintedGroup, printedGroups } from './charge-groups.rules.ts';
import type { InvoiceDocument } from './invoice-document.ts';
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
    chart: billChart([...invoice.earlierBills, thisMonth(invoice)], invoice.language),
    charges: chargesOf(invoice),
    pay: payInstructions(invoice),
  };
}

/** This bill as the chart's last bar. */
function thisMonth({ issuedOn, statement }: InvoiceDocument) {
  return { month: issuedOn.slice(0, 7), amountCents: statement.currentChargesCents };
}

/** Money first: what of this bill is due and when, or the credit, and what was owed besides. */
function headlineOf(invoice: InvoiceDocument) {
  const t = translator(invoice.language);
  const { statement } = invoice;
  const kind = headlineKind(statement);
  const due = unbroken(formatDay(invoice.dueOn, invoice.language));
  return {
    label: t(`invoices-pdf.headline.${kind}.label`),
    figure: formatCents(kind === 'credit' ? -statement.totalCents : statement.dueCents),
    when: t(`invoices-pdf.headline.${kind}.when`, { due }),
    note: notesOf(invoice).join(' '),
    isUrgent: false,
  };
}

function headlineKind({ totalCents, dueCents }: Statement): 'due' | 'credit' | 'nothing' {
  if (totalCents < 0) return 'credit';
  return dueCents > 0 ? 'due' : 'nothing';
}

function notesOf({ language, statement, dueOn, pastDueCents, pastDueSince }: InvoiceDocument): string[] {
  const t = translator(language);
  const { totalCents, dueCents } = statement;
  if (totalCents < 0) return [t('invoices-pdf.headline.credit.note')];
  const isAllDueNow = totalCents === dueCents;
  if (isAllDueNow) {
    return dueCents > 0
      ? [t('invoices-pdf.headline.due.note', { due: unbroken(formatDay(dueOn, language)) })]
      : [];
  }
  const total = t('invoices-pdf.headline.totalOwed', { amount: formatCents(totalCents) });
  if (pastDueSince === null) return [total];
  const words = { amount: formatCents(pastDueCents), since: unbroken(formatDay(pastDueSince, language)) };
  return [total, t('invoices-pdf.headline.pastDue', words)];
}

function factsOf(invoice: InvoiceDocument): Fact[] {
  const t = translator(invoice.language);
  const day = (value: string) => unbroken(formatShortDay(value, invoice.language));
  const rows: [key: string, lines: readonly string[]][] = [
    ['account', [invoice.accountNumber]],
    ['number', [invoice.invoiceNumber]],
    ['issued', [day(invoice.issuedOn)]],
    ['due', [day(invoice.dueOn)]],
    ['period', [`${day(invoice.periodStart)} – ${day(invoice.periodEnd)}`]],
    ['serviceAddress', invoice.serviceAddress],
  ];
  const facts = rows.map(([key, lines]) => ({ label: t(`invoices-pdf.facts.${key}`), lines }));
  return facts.filter(({ lines }) => lines.length > 0);
}

function summaryOf({ language, statement }: InvoiceDocument) {
  const t = translator(language);
  const rows = [
    ['previousBalance', statement.balanceCents],
    ['paymentsReceived', 0 - statement.paymentsReceivedCents],
    ['serviceCharges', statement.serviceChargesCents],
    ['activityCharges', statement.activityChargesCents],
    ['taxesAndFees', statement.taxesAndFeesCents],
    ['lateFees', statement.lateFeesCents],
  ] as const;
  const shown = rows.filter(([, cents]) => cents !== 0);
  return {
    heading: t('invoices-pdf.summary.heading'),
    columns: [t('invoices-pdf.charges.what'), t('invoices-pdf.charges.amount')],
    rows: shown.map(([key, cents]) => ({
      label: t(`invoices-pdf.summary.${key}`),
      amount: formatCents(cents),
    })),
    total: {
      label: t(`invoices-pdf.summary.${statement.totalCents < 0 ? 'totalCredit' : 'totalOwed'}`),
      amount: formatCents(statement.totalCents),
    },
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
    groups: printedGroups(invoice.items).map((group) => printedGroup(group, invoice)),
    sum: {
      label: t('invoices-pdf.charges.sum'),
      amount: formatCents(invoice.statement.currentChargesCents),
    },
  };
}

function printedGroup(group: PrintedGroup, { language }: InvoiceDocument) {
  const t = translator(language);
  const label = group.item ?? t(`invoices-pdf.charges.${group.group}`);
  const lines = group.charges.map(({ chargeType, description, amountCents }) => ({
    what: description,
    kind: t(`invoices-pdf.chargeType.${chargeType}`),
    amount: formatCents(amountCents),
  }));
  const subtotal = formatCents(group.subtotalCents);
  const [line] = lines;
  if (!line || lines.length > 1) return { label, kind: null, subtotal, lines };
  // “Late fee” says its kind.
  const kind = line.kind === label ? '' : line.kind;
  return { label: oneLine(label, line.what), kind, subtotal, lines: [] };
}

/** Names a group and its only line at once: “Fiber 500 internet” for “Fiber 500”, else “Router: Rental”. */
function oneLine(label: string, what: string): string {
  return what.startsWith(label) ? what : `${label}: ${what}`;
}
