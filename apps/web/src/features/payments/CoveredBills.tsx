import { streetOf } from '@myaccount/contract/address-lines';
import { useTranslation } from 'react-i18next';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { formatDay } from '../../ui/time.ts';
import { serviceAddressOf } from '../accounts/account-face.rules.ts';
import { itemName } from '../balance/item-name.ts';
import classes from './PaymentForm.module.css';
import { type CoveredItem, paymentSummaryOf } from './payment-summary.rules.ts';
import { useLeftText } from './useLeftText.ts';
import type { PaymentFormState } from './usePaymentForm.ts';

/** What the payment will do: for which address, which bills, and what is left (PAY-8). */
export function CoveredBills({ form: { billing, amountCents, plannedDay } }: { form: PaymentFormState }) {
  const { t } = useTranslation();
  const leftText = useLeftText(false);
  if (amountCents <= 0) return null;
  const figures = paymentSummaryOf(billing, amountCents);
  const { covered, toCreditCents, leftCents } = figures;
  const address = serviceAddressOf(billing.accountDetails.Address);
  // The amount above is the only line's too.
  const hasAmounts = covered.length + (toCreditCents > 0 ? 1 : 0) > 1;
  return (
    <div className={classes.covered}>
      {address && (
        <bdi className={layout.small}>{[streetOf(address), address.city].filter(Boolean).join(', ')}</bdi>
      )}
      <ul className={classes.lines} aria-label={t('payments.summary.covered')}>
        {covered.map((item) => (
          <CoveredLine key={item.item.invoice_id ?? 'opening'} {...item} hasAmount={hasAmounts} />
        ))}
        {toCreditCents > 0 && (
          <li className={layout.ends}>
            <span>{t('payments.summary.credit')}</span>
            {hasAmounts && <Money cents={toCreditCents} />}
          </li>
        )}
      </ul>
      {leftCents > 0 && billing.openItems.length > 1 && <p>{t('payments.summary.oldestFirst')}</p>}
      <p>{leftText(figures)}</p>
      {plannedDay && <p>{t('payments.summary.atMost')}</p>}
    </div>
  );
}

/** A bill that the payment covers, with its due date, and how much of it. */
function CoveredLine({ item, amountCents, isPart, hasAmount }: CoveredItem & { hasAmount: boolean }) {
  const { t, i18n } = useTranslation();
  const due = item.past_due ? 'pastDue' : 'due';
  const partDue = item.past_due ? 'partPastDue' : 'partDue';
  return (
    <li className={layout.ends}>
      <span>{itemName(t, { number: item.label, kind: item.kind })}</span>
      {hasAmount && <Money cents={amountCents} />}
      <span className={classes.note} data-tone={item.past_due ? 'bad' : undefined}>
        {t(`payments.summary.${isPart ? partDue : due}`, { day: formatDay(item.due_date, i18n.language) })}
      </span>
    </li>
  );
}
