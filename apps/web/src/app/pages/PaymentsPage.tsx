import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AutopayCard } from '../../features/autopay/AutopayCard.tsx';
import { PaymentHistory } from '../../features/payment-history/PaymentHistory.tsx';
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';
import { PlannedPayments } from '../../features/planned-payments/PlannedPayments.tsx';
import { PortalPage } from '../PortalPage.tsx';
import { usePaging } from '../use-paging.ts';

/** Autopay, the payment form, and the payment history (PAYMENTS-1). */
export function PaymentsPage() {
  const { t } = useTranslation();
  const search = useSearch({ from: '/signed-in/payments' });
  return (
    <PortalPage breadcrumb={t('payments.breadcrumb')} title={t('payments.title')}>
      <AutopayCard />
      <PaymentScreen isFocused={search['make-payment'] !== undefined} />
      <PlannedPayments />
      <PaymentHistory {...usePaging()} />
    </PortalPage>
  );
}
