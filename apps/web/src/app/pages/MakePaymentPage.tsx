import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';
import { PlannedPayments } from '../../features/planned-payments/PlannedPayments.tsx';
import { PortalPage } from '../PortalPage.tsx';

/** The payment form alone; opened from a bill, for what is open of it. */
export function MakePaymentPage() {
  const { t } = useTranslation();
  const { bill } = useSearch({ from: '/signed-in/billing/make-payment' });
  return (
    <PortalPage title={t('payments.makePaymentTitle')}>
      <PaymentScreen isTitleHidden billId={bill} />
      <PlannedPayments />
    </PortalPage>
  );
}
