import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AutopayCard } from '../../features/autopay/AutopayCard.tsx';
import { PaymentHistory } from '../../features/payment-history/PaymentHistory.tsx';
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';
import { PlannedPayments } from '../../features/planned-payments/PlannedPayments.tsx';
import layout from '../../ui/layout.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Breadcrumb } from '../Breadcrumb.tsx';
import { usePaging } from '../use-paging.ts';

/** Autopay, the payment form, and the payment history (PAYMENTS-1). */
export function PaymentsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signed-in/payments' });
  return (
    <>
      <Breadcrumb current={t('payments.breadcrumb')} />
      <PageTitle>{t('payments.title')}</PageTitle>
      <div className={layout.cards}>
        <AutopayCard />
        <PaymentScreen isFocused={search['make-payment'] !== undefined} />
        <PlannedPayments />
        <PaymentHistory {...usePaging()} />
      </div>
    </>
  );
}
