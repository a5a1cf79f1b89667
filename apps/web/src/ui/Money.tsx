import { formatCents } from '@myaccount/contract/money';
import layout from './layout.module.css';

interface MoneyProps {
  /** Integer cents. */
  readonly cents: number;
  readonly className?: string;
}

/** “$1,084.99” in tabular figures, on one line, with a true minus sign for negative amounts. */
export function Money({ cents, className = '' }: MoneyProps) {
  const text = formatCents(cents).replace('-', '−');
  return <span className={`${layout.figures} ${className}`}>{text}</span>;
}
