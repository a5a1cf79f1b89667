import type { BillingRefresh } from '@myaccount/contract/home';
import { centsOf, formatCents } from '@myaccount/contract/money';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { formatDay } from '../../ui/time.ts';
import { useAccount } from '../accounts/accounts.queries.ts';
import { AutopayButton } from '../autopay/AutopayButton.tsx';
import { AutopayPill, AutopayProblem, AutopayState } from '../autopay/AutopayState.tsx';
import { autopayTroubleOf } from '../autopay/autopay-trouble.rules.ts';
import { AmountOwed } from '../balance/AmountOwed.tsx';
import { useBillingRefresh } from '../balance/balance.queries.ts';
import { isCollected, nextPaymentOf } from '../balance/next-payment.rules.ts';
import { methodInSentence } from '../payment-methods/method-name.ts';

/** What is owed, when, and what will happen: the one large figure of the dashboard (HOME-2). */
export function NextPaymentCard() {
  const { t } = useTranslation();
  const balance = useBillingRefresh();
  return (
    <Section
      title={t('home.nextPayment.title')}
      aside={balance.data && <AutopayAside billing={balance.data} />}
    >
      <Loaded query={balance} failed={t('home.nextPayment.failed')}>
        {(billing) => (
          <AmountOwed billing={billing}>
            <NextPaymentTexts billing={billing} />
            {billing.isAutoPayEnabled && !billing.nextCharge && (
              <p className={layout.small}>
                <AutopayState billing={billing} />
              </p>
            )}
            <AutopayProblem billing={billing} />
          </AmountOwed>
        )}
      </Loaded>
    </Section>
  );
}

/** “Autopay is on”, or the way to turn it on (HOME-2); nothing for a closed account. */
function AutopayAside({ billing }: { billing: BillingRefresh }) {
  const isActive = useAccount().accountStatus === 'ACTIVE';
  if (billing.isAutoPayEnabled) return <AutopayPill billing={billing} />;
  return isActive && <AutopayButton billing={billing} surface="dashboard" />;
}

/** What will happen, or what to do. */
function NextPaymentTexts({ billing }: { billing: BillingRefresh }) {
  const { t, i18n } = useTranslation();
  const { kind } = nextPaymentOf(billing);
  const { pastDue, amountDue, nextCharge, autopay } = billing;
  const charge = (key: 'autopay' | 'autopayNote') =>
    t(`home.nextPayment.${key}`, {
      amount: formatCents(centsOf(nextCharge?.amount ?? 0)),
      day: formatDay(nextCharge?.date ?? '', i18n.language),
      method: methodInSentence(autopay?.payment_method, t),
    });
  // What is under way says so beneath the figure. A charge that is about to fail is nothing to wait for.
  if (kind === 'onItsWay' || kind === 'planned')
    return isCollected(billing) && <p>{charge('autopayNote')}</p>;
  if (kind === 'autopay') return <p>{charge(autopayTroubleOf(billing) ? 'autopayNote' : 'autopay')}</p>;
  const isPastDue = kind === 'pastDue';
  const key = isPastDue && pastDue === amountDue ? 'pastDueAll' : kind;
  return (
    <>
      <p className={isPastDue ? layout.error : layout.small}>
        {t(`home.nextPayment.${key}`, { amount: formatCents(centsOf(pastDue)) })}
      </p>
      {isCollected(billing) && <p>{charge('autopayNote')}</p>}
    </>
  );
}
