import { useCanGoBack, useParams, useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { InvoiceScreen } from '../../features/invoices/InvoiceScreen.tsx';
import { returnToLink } from '../../ui/return-to-link.ts';
import { paths } from '../paths.ts';

/** One bill; Back returns to where it was opened, with the focus on its row, or to the bills (BILLING-3). */
export function InvoicePage() {
  const { invoiceId } = useParams({ from: '/signed-in/billing/invoices/$invoiceId' });
  const router = useRouter();
  const canGoBack = useCanGoBack();
  const { href } = router.buildLocation({ to: paths.invoice, params: { invoiceId } });

  // Of the bill that shows last: one of the bills beside it takes its place.
  const shown = useRef(href);
  useEffect(() => {
    shown.current = href;
  }, [href]);
  useEffect(() => () => returnToLink(router.history.createHref(shown.current)), [router]);

  return (
    <InvoiceScreen
      key={invoiceId}
      invoiceId={invoiceId}
      onBack={() => (canGoBack ? router.history.back() : void router.navigate({ to: paths.billing }))}
    />
  );
}
