import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AutopayCard } from '../../../features/autopay/AutopayCard.tsx';
import { PaymentHistory } from '../../../features/payments/PaymentHistory.tsx';
import { PaymentSection } from '../../../features/payments/PaymentSection.tsx';
import { PlannedPayments } from '../../../features/payments/PlannedPayments.tsx';
import { usePaymentLoading } from '../../../features/payments/usePaymentLoading.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { pageNumberFrom } from '../../../ui/page-number.ts';
import { Breadcrumb } from '../../Breadcrumb.tsx';
import { useTurnPage } from '../../use-turn-page.ts';
import pages from '../Pages.module.css';
import classes from './PaymentsPage.module.css';

/** Autopay, the payment form, and the payment history (PAYMENTS-1). */
export function PaymentsPage() {
  const { t } = useTranslation();
  const turnPage = useTurnPage();
  const search = useSearch({ from: '/signed-in/payments' });
  const isLoading = usePaymentLoading();
  return (
    <>
      <Breadcrumb current={t('payments.breadcrumb')} />
      <PageTitle>{t('payments.title')}</PageTitle>
      {/* Drawn anew when balance, methods, and plans have arrived, so that no card moves on the page. */}
      <div key={isLoading ? 'loading' : 'loaded'} className={`${pages.stack} ${classes.page}`}>
        <AutopayCard />
        <PaymentSection isFocused={search['make-payment'] !== undefined} />
        <PlannedPayments />
        <PaymentHistory page={pageNumberFrom(search.page)} onPage={turnPage} />
      </div>
    </>
  );
}
