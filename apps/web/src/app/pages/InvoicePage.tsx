import { PageTitle } from '../../ui/PageTitle.tsx';

/** Invoice page. */
export function InvoicePage() {
  return <PageTitle>Invoice</PageTitle>;
}
