import { formatReference } from '@myaccount/contract/payment-reference';
import type { Receipt } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Day } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { MethodName } from '../payment-methods/MethodName.tsx';
import classes from './ReceiptScreen.module.css';

/** The facts of a receipt: reference, payee, date, method, and the bills that it paid; full ids under “Details”. */
export function ReceiptFacts({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const label = (name: string) => t(`payments.success.${name}`);
  return (
    <div className={classes.receipt}>
      <Facts>
        <Fact term={label('reference')}>
          <span className={classes.reference}>
            <strong>{formatReference(receipt.reference)}</strong>
            <CopyButton text={formatReference(receipt.reference)} label={label('copyReference')} />
          </span>
        </Fact>
        <Fact term={label(receipt.planned_for ? 'plannedFor' : 'date')}>
          <Day day={receipt.planned_for ?? receipt.occurred_on} />
        </Fact>
        <Fact term={label('method')}>
          <MethodName method={receipt.payment_method} />
        </Fact>
        <Fact term={label('to')}>
          {t('payments.success.toAccount', { brand: config.brand.name, account: receipt.account_num })}
        </Fact>
        {receipt.applied_to.map(({ invoice_num, amount }) => (
          <Fact key={invoice_num} term={label('appliedTo')}>
            {invoice_num === null ? t('balance.opening') : t('balance.bill', { number: invoice_num })}:{' '}
            <Money cents={centsOf(amount)} />
          </Fact>
        ))}
        {receipt.credit > 0 && (
          <Fact term={label('credit')}>
            <Money cents={centsOf(receipt.credit)} />
          </Fact>
        )}
      </Facts>
      <details className={classes.details}>
        <summary>{label('details')}</summary>
        <Facts>
          <Fact term={label('number')}>{receipt.id}</Fact>
          {receipt.trasaction_id && <Fact term={label('transactionId')}>{receipt.trasaction_id}</Fact>}
        </Facts>
      </details>
    </div>
  );
}
