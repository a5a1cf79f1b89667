import { formatMonth } from '@myaccount/contract/dates';
import type { Language } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { translator } from '../../../platform/texts.ts';
import type { AsIssued } from '../as-issued.rules.ts';

const fewestBills = 2;

/** Bars of bills, oldest first, heights from 0 to 1, with the same in words; null for a first bill. */
export function billChart(bills: AsIssued['earlierBills'], language: Language) {
  const t = translator(language);
  if (bills.length < fewestBills) return null;
  const highestCents = Math.max(...bills.map(({ amountCents }) => amountCents), 1);
  const bars = bills.map(({ month, amountCents }) => ({
    month: formatMonth(month, language),
    figure: formatCents(amountCents),
    share: Math.max(0, amountCents) / highestCents,
  }));
  const list = bills.map(({ month, amountCents }) =>
    t('invoices-pdf.chart.entry', {
      month: `${formatMonth(month, language)} ${month.slice(0, 4)}`,
      amount: formatCents(amountCents),
    }),
  );
  return {
    heading: t('invoices-pdf.chart.heading'),
    alt: t('invoices-pdf.chart.alt', { list: list.join(', ') }),
    bars,
  };
}
