import type { PaymentMethod } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import classes from './MethodLine.module.css';
import { methodNameParts } from './method-name.ts';

/** “Credit Card …1234” (PAYMENTS-4): a line may end before the dots, never after them. */
export function MethodWords({ method }: { method: PaymentMethod }) {
  const { t } = useTranslation();
  const [kind, ending] = methodNameParts(method, (key) => t(key));
  return (
    <span>
      {kind}
      {ending && ' '}
      <span className={classes.ending}>{ending}</span>
    </span>
  );
}
