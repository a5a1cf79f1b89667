import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { findPaymentDetails } from '../../features/payments/payment-details.ts';
import { ReceiptScreen } from '../../features/receipts/ReceiptScreen.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { paths } from '../paths.ts';

/** The result of the latest payment; redirects to the payments when there is none (PAY-4). */
export function PaymentSuccessPage() {
  const { t } = useTranslation();
  const [details] = useState(findPaymentDetails);
  if (!details) return <Navigate to={paths.payments} replace />;
  return (
    <>
      <PageTitle>{t('payments.success.heading')}</PageTitle>
      <ReceiptScreen paymentId={details.paymentId} details={details} />
    </>
  );
}
