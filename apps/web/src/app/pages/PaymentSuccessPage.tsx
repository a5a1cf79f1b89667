import { PageTitle } from '../../ui/PageTitle.tsx';

/** PaymentSuccess page. */
export function PaymentSuccessPage() {
  return <PageTitle>PaymentSuccess</PageTitle>;
}
