import type { BillingRefresh } from '@myaccount/contract/home';
import { formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { centsOf } from '../../ui/Money.tsx';
import classes from './PaymentForm.module.css';

/** Explains the balance due: a credit, and money already on its way or planned. */
export function BalanceNotes({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const amountOf = (dollars: number) => ({ amount: formatCents(centsOf(dollars)) });
  const credit = billing.credit > 0 && t('payments.form.amount.credit', amountOf(billing.credit));
  const notes = [
    credit,
    billing.inFlight > 0 && t('payments.form.amount.inFlight', amountOf(billing.inFlight)),
    billing.planned > 0 && t('payments.form.amount.planned', amountOf(billing.planned)),
  ].filter((note) => note !== false);
  return notes.map((note) => (
    <span key={note} className={classes.note} data-tone={note === credit ? 'good' : undefined}>
      {note}
    </span>
  ));
}
