import { useTranslation } from 'react-i18next';
import { PaymentSection } from '../../../features/payments/PaymentSection.tsx';
import { PlannedPayments } from '../../../features/payments/PlannedPayments.tsx';
import { usePaymentLoading } from '../../../features/payments/usePaymentLoading.ts';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Breadcrumb } from '../../Breadcrumb.tsx';
import classes from './PaymentsPage.module.css';

/** The payment form alone. */
export function MakePaymentPage() {
  const { t } = useTranslation();
  const isLoading = usePaymentLoading();
  return (
    <>
      <Breadcrumb current={t('payments.makePaymentTitle')} />
      <PageTitle>{t('payments.makePaymentTitle')}</PageTitle>
      {/* Drawn anew when everything has arrived, as on the payments page. */}
      <div key={isLoading ? 'loading' : 'loaded'} className={classes.alone}>
        <PaymentSection isTitleHidden />
        <PlannedPayments />
      </div>
    </>
  );
}
