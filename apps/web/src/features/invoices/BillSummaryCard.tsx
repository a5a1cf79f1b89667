import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { DayRange } from '../../ui/Day.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Money } from '../../ui/Money.tsx';
import { Section } from '../../ui/Section.tsx';
import { useBillingAccount } from '../accounts/accounts.queries.ts';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { nextPaymentOf } from '../balance/next-payment.rules.ts';
import { Happenings } from '../happenings/Happenings.tsx';

/** Balance, due date, pending charges, cycle, and what is open (BILLING-1). */
export function BillSummaryCard() {
  const { t } = useTranslation();
  return (
    <Section title={t('invoices.summary.title')}>
      <Loaded query={useBillingRefresh()} failed={t('invoices.summary.failed')}>
        {(billing) => <Summary billing={billing} />}
      </Loaded>
    </Section>
  );
}

function Summary({ billing }: { billing: BillingRefresh }) {
  const { t } = useTranslation();
  const { bill_cycle, pending_charges_total } = useBillingAccount();
  const balanceCents = centsOf(billing.balance);
  const pendingCents = centsOf(pending_charges_total);
  const pending =
    pendingCents === 0 ? t('invoices.summary.noPendingCharges') : <Money cents={pendingCents} />;
  const isFigureBalance = nextPaymentOf(billing).amountCents === Math.abs(balanceCents);
  return (
    <div className={layout.stack}>
      <AmountOwed
        billing={billing}
        label={t(isFigureBalance ? 'invoices.summary.balance' : 'invoices.summary.toPayNow')}
      >
        <Happenings billing={billing} isShown={({ invoice_ids }) => invoice_ids !== undefined} />
      </AmountOwed>
      <Facts>
        {!isFigureBalance && (
          <Fact term={t('invoices.summary.balance')} value={<Money cents={balanceCents} />} />
        )}
        <Fact term={t('invoices.summary.pendingCharges')} value={pending} />
        <Fact
          term={t('invoices.summary.cycle')}
          value={<DayRange from={bill_cycle.start_date} to={bill_cycle.end_date} />}
        />
      </Facts>
    </div>
  );
}
