import { useTranslation } from 'react-i18next';
import { CalendarFeed } from '../../features/calendar-feed/CalendarFeed.tsx';
import { HeroBanner } from '../../features/hero-discount/HeroBanner.tsx';
import { BillSummaryCard } from '../../features/invoices/BillSummaryCard.tsx';
import { InvoiceList } from '../../features/invoices/InvoiceList.tsx';
import { PortalPage } from '../PortalPage.tsx';
import { usePaging } from '../use-paging.ts';

/** Bills: what is open, and all of them (BILLING-1). */
export function BillingPage() {
  const { t } = useTranslation();
  return (
    <PortalPage breadcrumb={t('invoices.breadcrumb')} title={t('invoices.title')}>
      <BillSummaryCard />
      <InvoiceList {...usePaging()} />
      <CalendarFeed />
      <HeroBanner />
    </PortalPage>
  );
}
