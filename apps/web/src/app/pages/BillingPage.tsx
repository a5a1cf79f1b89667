import { useTranslation } from 'react-i18next';
import { HeroBanner } from '../../features/hero-discount/HeroBanner.tsx';
import { BillSummaryCard } from '../../features/invoices/BillSummaryCard.tsx';
import { InvoiceList } from '../../features/invoices/InvoiceList.tsx';
import layout from '../../ui/layout.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Breadcrumb } from '../Breadcrumb.tsx';
import { usePaging } from '../use-paging.ts';

/** Bills: what is open, and all of them (BILLING-1). */
export function BillingPage() {
  const { t } = useTranslation();
  return (
    <>
      <Breadcrumb current={t('invoices.breadcrumb')} />
      <PageTitle>{t('invoices.title')}</PageTitle>
      <div className={layout.cards}>
        <BillSummaryCard />
        <InvoiceList {...usePaging()} />
        <HeroBanner />
      </div>
    </>
  );
}
