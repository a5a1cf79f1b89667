import type { Receipt } from '@myaccount/contract/payments';
import { useTranslation } from 'react-i18next';
import { config } from '../../api/config.ts';
import { Day } from '../../ui/Day.tsx';
import { centsOf, Money } from '../../ui/Money.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useMethodName } from '../payment-methods/useMethodName.ts';
import classes from './PaymentReceipt.module.css';
import { ReceiptFact } from './ReceiptFact.tsx';
import { receiptStateOf, receiptTones } from './receipt.rules.ts';

/** A receipt: amount, state, payee, date, method, and the bills that it paid. */
export function PaymentReceipt({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation();
  const nameMethod = useMethodName();
  const state = receiptStateOf(receipt);
  const isOnItsWay = state === 'onItsWay' || state === 'confirming';
  const label = (name: string) => t(`payments.success.${name}`);
  return (
    <>
      <div className={classes.head}>
        {state === 'paid' && <Tick />}
        <Money cents={centsOf(receipt.amount)} className={classes.amount ?? ''} />
        <StateBadge tone={receiptTones[state]}>
          {isOnItsWay ? t('balance.onItsWay') : label(state)}
        </StateBadge>
      </div>
      <p className={classes.text}>{label(`${state}Text`)}</p>
      <dl className={classes.facts}>
        <ReceiptFact term={label('to')}>
          {t('payments.success.toAccount', { brand: config.brand.name, account: receipt.account_num })}
        </ReceiptFact>
        <ReceiptFact term={label('date')}>
          <Day day={receipt.occurred_on} />
        </ReceiptFact>
        <ReceiptFact term={label('method')}>{nameMethod(receipt.payment_method)}</ReceiptFact>
        <ReceiptFact term={label('number')}>{receipt.id}</ReceiptFact>
        {receipt.trasaction_id && (
          <ReceiptFact term={label('transactionId')}>{receipt.trasaction_id}</ReceiptFact>
        )}
        {receipt.applied_to.map(({ invoice_num, amount }) => (
          <ReceiptFact key={invoice_num} term={label('appliedTo')}>
            {invoice_num === null ? t('balance.opening') : t('balance.bill', { number: invoice_num })}:{' '}
            <Money cents={centsOf(amount)} />
          </ReceiptFact>
        ))}
        {receipt.credit > 0 && (
          <ReceiptFact term={label('credit')}>
            <Money cents={centsOf(receipt.credit)} />
          </ReceiptFact>
        )}
      </dl>
    </>
  );
}

function Tick() {
  return (
    <svg viewBox="0 0 32 32" className={classes.tick} aria-hidden="true">
      <circle cx="16" cy="16" r="16" />
      <path d="M9.5 16.5l4.5 4.5 8.5-9.5" />
    </svg>
  );
}
