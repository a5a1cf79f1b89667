import type { BillChange } from '@myaccount/contract/invoices';
import { matchLanguage } from '@myaccount/contract/languages';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { changeLineOf, type NamedCause } from './change-line.rules.ts';

interface BillChangeLineProps {
  readonly change: BillChange;
  /** The bill is not the latest one: the month before it is not last month. */
  readonly isEarlier?: boolean;
}

/** Says in one line how a bill differs from the bill before, and why: “$3.49 more than last month: international calls”. */
export function BillChangeLine({ change, isEarlier = false }: BillChangeLineProps) {
  const { t, i18n } = useTranslation();
  const { direction, cents, causes, hasOtherCauses } = changeLineOf(change, matchLanguage([i18n.language]));
  const total = t(`balance.change.${direction}${isEarlier ? 'Earlier' : ''}`, { amount: formatCents(cents) });
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
