import { PageTitle } from '../../ui/PageTitle.tsx';

/** Billing page. */
export function BillingPage() {
  return <PageTitle>Billing</PageTitle>;
}
