import { PageTitle } from '../../ui/PageTitle.tsx';

/** Payments page. */
export function PaymentsPage() {
  return <PageTitle>Payments</PageTitle>;
}
