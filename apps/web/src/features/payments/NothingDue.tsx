import type { BillingRefresh } from '@myaccount/contract/home';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AddMethodButton } from '../payment-methods/MethodButtons.tsx';
import { BalanceNotes } from './BalanceNotes.tsx';
import classes from './PaymentForm.module.css';

interface NothingDueProps {
  readonly billing: BillingRefresh;
  /** Undefined when no method can be charged. */
  readonly onPayAhead: (() => void) | undefined;
  /** Called with the id of a method that was added here. */
  readonly onMethodAdded: (id: string) => void;
}

/** Says that nothing is due, and offers to pay ahead, or to add a method to do so. An inactive account gets no more bills to pay ahead. */
export function NothingDue({ billing, onPayAhead, onMethodAdded }: NothingDueProps) {
  const { t } = useTranslation();
  const isActive = useAccount().accountStatus === 'ACTIVE';
  return (
    <div className={classes.nothingDue}>
      <p className={classes.lead}>{t('payments.form.nothingDue.title')}</p>
      <p className={classes.none}>
        <BalanceNotes billing={billing} />
      </p>
      {isActive && onPayAhead && (
        <>
          <p className={classes.none}>{t('payments.form.nothingDue.payAheadText')}</p>
          <Button variant="default" className={classes.submit ?? ''} onClick={onPayAhead}>
            {t('payments.form.nothingDue.payAhead')}
          </Button>
        </>
      )}
      {isActive && !onPayAhead && (
        <>
          <p className={classes.none}>{t('payments.form.nothingDue.addMethodText')}</p>
          <AddMethodButton onAdded={onMethodAdded} />
        </>
      )}
    </div>
  );
}
