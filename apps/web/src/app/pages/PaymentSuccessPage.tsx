import { Navigate } from '@tanstack/react-router';
import { useState } from 'react';
import { findPaymentDetails } from '../../features/payments/payment-details.ts';
import { ReceiptScreen } from '../../features/receipts/ReceiptScreen.tsx';
import { paths } from '../paths.ts';

/** The result of the latest payment; redirects to the payments when there is none (PAY-4). */
export function PaymentSuccessPage() {
  const [details] = useState(findPaymentDetails);
  if (!details) return <Navigate to={paths.payments} replace />;
  return <ReceiptScreen paymentId={details.paymentId} details={details} />;
}
