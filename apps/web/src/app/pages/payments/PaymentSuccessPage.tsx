import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PaymentSuccess } from '../../../features/payments/PaymentSuccess.tsx';
import { findPaymentDetails } from '../../../features/payments/payment-details.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { paths } from '../../paths.ts';

/** What became of the payment that was just made; without one, back to the payments (PAY-4). */
export function PaymentSuccessPage() {
  const { t } = useTranslation();
  const [details] = useState(findPaymentDetails);
  if (!details) return <Navigate to={paths.payments} replace />;
  return (
    <>
      <PageTitle>{t('payments.success.title')}</PageTitle>
      <PaymentSuccess details={details} />
    </>
  );
}
