import { useCanGoBack, useNavigate, useParams, useRouter } from '@tanstack/react-router';
import { InvoiceScreen } from '../../../features/invoices/InvoiceScreen.tsx';
import { paths } from '../../paths.ts';

/** One bill; Back returns to where it was opened, or to the bills (BILLING-3). */
export function InvoicePage() {
  const { invoiceId } = useParams({ from: '/signed-in/billing/invoices/$invoiceId' });
  const navigate = useNavigate();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  return (
    <InvoiceScreen
      key={invoiceId}
      invoiceId={invoiceId}
      onBack={() => (canGoBack ? router.history.back() : void navigate({ to: paths.billing }))}
    />
  );
}
