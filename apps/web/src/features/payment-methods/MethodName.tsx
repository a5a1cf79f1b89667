import type { PaymentMethod } from '@myaccount/contract/payment-methods';
import { CardMark } from '../../ui/CardMark.tsx';
import { markOf } from './card-brand.ts';
import classes from './MethodLine.module.css';
import { MethodWords } from './MethodWords.tsx';

/** The mark of a method and its name, on one line where it fits. */
export function MethodName({ method }: { method: PaymentMethod }) {
  return (
    <span className={classes.short}>
      <CardMark name={markOf(method)} />
      <MethodWords method={method} />
    </span>
  );
}
