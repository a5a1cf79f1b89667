import { PageTitle } from '../../ui/PageTitle.tsx';

/** MakePayment page. */
export function MakePaymentPage() {
  return <PageTitle>MakePayment</PageTitle>;
}
