import type { BillingRefresh } from '@myaccount/contract/home';
import type { RecurringPayment } from '@myaccount/contract/payment-methods';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneLink } from '../../ui/PhoneLink.tsx';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { MethodLine } from '../payment-methods/MethodName.tsx';
import classes from './PaymentForm.module.css';

interface NoUsableMethodProps {
  readonly billing: BillingRefresh;
  /** Saved methods, all of them expired. */
  readonly expired: readonly RecurringPayment[];
  /** True when the page was opened to pay (PAYMENTS-2). */
  readonly isFocused: boolean;
  /** Called with the id of a method that was added here. */
  readonly onAdded: (id: string) => void;
}

/** In place of the form when nothing can be charged: what is owed, why it cannot be paid, and what to do (METHODS-1). */
export function NoUsableMethod({ billing, expired, isFocused, onAdded }: NoUsableMethodProps) {
  const { t } = useTranslation();
  const text = expired.length > 0 ? 'payment-methods.allExpired' : 'payment-methods.none';
  return (
    <div className={classes.noMethod}>
      <AmountOwed billing={billing} label={t('payments.form.amount.currentBalance')} hasPay={false} />
      <Notice tone="wait" title={t('payment-methods.cannotPay')} isFocused={isFocused}>
        <p>
          {t(text)} <PhoneLink phone={config.brand.supportPhone} />.
        </p>
        {expired.length > 0 && (
          <ul className={classes.expired}>
            {expired.map((method) => (
              <li key={method.id}>
                <MethodLine method={method} />
              </li>
            ))}
          </ul>
        )}
        <p>
          <AddMethodButton variant="filled" onAdded={onAdded} />
        </p>
      </Notice>
    </div>
  );
}
