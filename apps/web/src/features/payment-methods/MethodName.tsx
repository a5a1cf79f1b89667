import type { PaymentMethod } from '@myaccount/contract/payment-methods';
import { CardMark } from '../../ui/CardMark.tsx';
import classes from './MethodLine.module.css';
import { markOf } from './method-name.ts';
import { useMethodName } from './useMethodName.ts';

/** The mark of a method and its name, on one line where it fits. */
export function MethodName({ method }: { method: PaymentMethod }) {
  const nameMethod = useMethodName();
  return (
    <span className={classes.short}>
      <CardMark name={markOf(method)} />
      <span className={classes.figures}>{nameMethod(method)}</span>
    </span>
  );
}
