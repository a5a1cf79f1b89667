import type { BillChange } from '@myaccount/contract/invoices';
import { matchLanguage } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { changeLineOf, type NamedCause } from './change-line.rules.ts';

/** Says in one line how a bill differs from the bill before, and why: “$3.49 more than last month: international calls”. */
export function BillChangeLine({ change }: { change: BillChange }) {
  const { t, i18n } = useTranslation();
  const { direction, cents, causes, hasOtherCauses } = changeLineOf(change, matchLanguage([i18n.language]));
  const total = t(`balance.change.${direction}`, { amount: formatCents(cents) });
  const nameOf = ({ key, name }: NamedCause) => t(`balance.change.cause.${key}`, { name });
  const [first, ...others] = causes;
  if (!first) return total;
  const amountOf = (cause: NamedCause) =>
    `${nameOf(cause)} (${cause.cents < 0 ? '−' : '+'}${formatCents(Math.abs(cause.cents))})`;
  const reasons =
    others.length === 0
      ? [nameOf(first)]
      : [...causes.map(amountOf), ...(hasOtherCauses ? [t('balance.change.others')] : [])];
  return `${total}: ${reasons.join(', ')}`;
}
