import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ReceiptScreen } from '../../features/receipts/ReceiptScreen.tsx';
import { Breadcrumb } from '../PortalPage.tsx';

/** The receipt of any payment of the history. */
export function PaymentReceiptPage() {
  const { t } = useTranslation();
  const { paymentId } = useParams({ from: '/signed-in/payments/receipts/$paymentId' });
  return (
    <>
      <Breadcrumb current={t('payments.success.heading')} />
      <ReceiptScreen key={paymentId} paymentId={paymentId} />
    </>
  );
}
