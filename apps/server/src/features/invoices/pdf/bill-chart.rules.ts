import { formatCents } from '@myaccount/contract/money';
import { showDay } from '../../../platform/show-day.ts';
import { type Language, translator } from '../../../platform/texts.ts';
import type { BillOfMonth } from './invoice-document.ts';

const LONGEST_CHART_BILLS = 12;
const SHORTEST_CHART_BILLS = 2;

/** Bars of the latest bills, heights from 0 to 1, with the same in words; null for a first bill. */
export function billChart(latestBills: readonly BillOfMonth[], language: Language) {
  const t = translator(language);
  const bills = latestBills.slice(-LONGEST_CHART_BILLS);
  if (bills.length < SHORTEST_CHART_BILLS) return null;
  const highestCents = Math.max(...bills.map(({ amountCents }) => amountCents), 1);
  const bars = bills.map(({ month, amountCents }) => ({
    month: monthName(month, language),
    figure: formatCents(amountCents),
    share: Math.max(0, amountCents) / highestCents,
  }));
  const list = bills.map(({ month, amountCents }) =>
    t('invoices-pdf.chart.entry', {
      month: `${monthName(month, language)} ${month.slice(0, 4)}`,
      amount: formatCents(amountCents),
    }),
  );
  return {
    heading: t('invoices-pdf.chart.heading'),
    alt: t('invoices-pdf.chart.alt', { list: list.join(', ') }),
    bars,
  };
}

function monthName(month: string, language: Language): string {
  return showDay(`${month}-01`, language).split(' ')[0] ?? month;
}
