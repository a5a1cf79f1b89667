import { centsFromDollars, formatCents } from '@myaccount/contract/money';
import classes from './figures.module.css';

interface MoneyProps {
  /** Integer cents. */
  cents: number;
  className?: string;
}

/** Integer cents of an amount that the API gave in dollars; it gives at most two decimals. */
export function centsOf(dollars: number): number {
  return centsFromDollars(dollars) ?? Math.round(dollars * 100);
}

/** “$1,084.99” in figures of one width, on one line. A minus sign is a real one. */
export function Money({ cents, className }: MoneyProps) {
  const text = formatCents(cents).replace('-', '−');
  return <span className={[classes.figures, className].filter(Boolean).join(' ')}>{text}</span>;
}
