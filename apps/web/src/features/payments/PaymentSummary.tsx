import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Money } from '../../ui/Money.tsx';
import { formatDay } from '../../ui/time.ts';
import { serviceAddressOf, streetOf } from '../accounts/account-face.rules.ts';
import { MethodLine, MethodName } from '../payment-methods/MethodName.tsx';
import classes from './PaymentSummary.module.css';
import type { CoveredItem } from './payment-summary.rules.ts';
import { useLeftText } from './useLeftText.ts';
import type { PaymentFormState } from './usePaymentForm.ts';

/** What the payment will do: for which address, which bills, how much, with what, and what is left. */
export function PaymentSummary({ form }: { form: PaymentFormState }) {
  const { billing, methods, method, amountCents, figures, plannedDay, isRecurring } = form;
  const { t, i18n } = useTranslation();
  const leftText = useLeftText(false);
  const titleId = useId();
  const address = serviceAddressOf(billing.accountDetails.Address);
  return (
    <section className={classes.summary} aria-labelledby={titleId}>
      <h3 id={titleId} className={classes.title}>
        {t('payments.summary.title')}
      </h3>
      <Facts>
        {address && (
          <Fact term={t('payments.summary.address')}>
            <bdi>{`${streetOf(address)}, ${address.city}`}</bdi>
          </Fact>
        )}
        {plannedDay && <Fact term={t('payments.summary.when')}>{formatDay(plannedDay, i18n.language)}</Fact>}
        {method && (
          <Fact term={t('payments.summary.method')}>
            {/* Where the form does not ask for the method, the summary says all of it. */}
            {methods.length === 1 ? (
              <MethodLine method={method} />
            ) : (
              <MethodName method={method.payment_method} />
            )}
          </Fact>
        )}
        {isRecurring && <Fact term={t('payments.summary.after')}>{t('payments.summary.autopay')}</Fact>}
      </Facts>
      {amountCents > 0 && (
        <>
          <ul className={classes.lines} aria-label={t('payments.summary.covered')}>
            {figures.covered.map((covered) => (
              <CoveredLine key={covered.item.invoice_id ?? 'opening'} {...covered} />
            ))}
            {figures.toCreditCents > 0 && (
              <li className={classes.line}>
                <span>{t('payments.summary.credit')}</span>
                <Money cents={figures.toCreditCents} />
              </li>
            )}
          </ul>
          <p className={classes.total}>
            <span>{t('payments.summary.total')}</span> <Money cents={amountCents} />
          </p>
          <p className={classes.outcome}>{leftText(figures)}</p>
          {plannedDay && <p className={classes.outcome}>{t('payments.summary.atMost')}</p>}
        </>
      )}
    </section>
  );
}

/** A bill that the payment covers, with its due date, and how much of it. */
function CoveredLine({ item, amountCents, isPart }: CoveredItem) {
  const { t, i18n } = useTranslation();
  const due = item.past_due ? 'pastDue' : 'due';
  const partDue = item.past_due ? 'partPastDue' : 'partDue';
  return (
    <li className={classes.line}>
      <span>
        {t(item.label === null ? 'balance.opening' : 'balance.bill', { number: item.label })}
        <span className={classes.note} data-late={item.past_due || undefined}>
          {t(`payments.summary.${isPart ? partDue : due}`, { day: formatDay(item.due_date, i18n.language) })}
        </span>
      </span>
      <Money cents={amountCents} />
    </li>
  );
}
