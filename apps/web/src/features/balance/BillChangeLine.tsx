import type { BillChange, ChangeCause } from '@myaccount/contract/invoices';
import { matchLanguage } from '@myaccount/contract/languages';
import { centsOf, formatCents, formatChange } from '@myaccount/contract/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import classes from './BillChangeLine.module.css';

// Few readers open it.
const BillChangeTable = lazyPart(async () => (await import('./BillChangeTable.tsx')).BillChangeTable);

/** The most causes that one line names. */
const namedCauses = 2;

/** Causes that read differently when they make a bill smaller. */
const directed: ReadonlySet<ChangeCause> = new Set(['usage', 'one-time', 'fee', 'tax', 'late-fee']);

type Cause = BillChange['causes'][number];

interface BillChangeProps {
  readonly change: BillChange;
  /** The bill is not the latest one: the month before it is not last month. */
  readonly isEarlier?: boolean;
}

/**
 * Says in one line how a bill differs from the bill before, and why: “$3.49 more than last month: international calls”. The
 * words of a bill's line appear inside a sentence in English only: they come in one language, often that one.
 */
export function BillChangeLine({ change: { amount, causes }, isEarlier = false }: BillChangeProps) {
  const { t } = useTranslation();
  const nameOf = useCauseName();
  const cents = centsOf(amount);
  const direction = cents > 0 ? 'more' : 'less';
  const total = t(`balance.change.${cents === 0 ? 'same' : direction}${isEarlier ? 'Earlier' : ''}`, {
    amount: formatCents(Math.abs(cents)),
  });
  const amountOf = (cause: Cause) => `${nameOf(cause)} (${formatChange(centsOf(cause.amount))})`;
  const [first, second] = causes;
  if (cents === 0 || !first) return <span>{total}</span>;
  const reasons = second ? causes.slice(0, namedCauses).map(amountOf) : [nameOf(first)];
  if (causes.length > namedCauses) reasons.push(t('balance.change.others'));
  return (
    <span>{t('balance.change.because', { total, causes: reasons.join(t('balance.change.separator')) })}</span>
  );
}

/** The line, which opens to every cause (STATEMENT-4). */
export function BillChangeDetails(props: BillChangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const nameOf = useCauseName();
  const { before, causes } = props.change;
  const line = <BillChangeLine {...props} />;
  if (before === undefined || causes.length === 0) return <p className={classes.change}>{line}</p>;
  return (
    <details className={classes.change} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{line}</summary>
      {isOpen && <BillChangeTable {...props} nameOf={nameOf} />}
    </details>
  );
}

/** Returns a function that says a cause in words. */
function useCauseName() {
  const { t, i18n } = useTranslation();
  return (cause: Cause) => {
    const suffix = cause.amount < 0 && directed.has(cause.code) ? '-less' : '';
    const name = cause.description ?? '';
    return t(`balance.change.cause.${cause.code}${suffix}`, {
      name: matchLanguage([i18n.language]) === 'en' ? insideSentence(name) : name,
    });
  };
}

/** In English, “International calls” becomes “international calls”; names whose second word is no plain word stay: “Fiber 500”. */
function insideSentence(name: string): string {
  return /^\p{Lu}\p{Ll}+,? \p{Ll}/u.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
}
