import { formatCents } from '@myaccount/contract/money';
import layout from './layout.module.css';

interface MoneyProps {
  /** Integer cents. */
  readonly cents: number;
  readonly className?: string;
}

/** “$1,084.99” in tabular figures, on one line. */
export function Money({ cents, className = '' }: MoneyProps) {
  return <span className={`${layout.figures} ${className}`}>{formatCents(cents)}</span>;
}
