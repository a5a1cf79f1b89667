import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';
import { PlannedPayments } from '../../features/planned-payments/PlannedPayments.tsx';
import layout from '../../ui/layout.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Breadcrumb } from '../Breadcrumb.tsx';

/** The payment form alone; opened from a bill, for what is open of it. */
export function MakePaymentPage() {
  const { t } = useTranslation();
  const { bill } = useSearch({ from: '/signed-in/billing/make-payment' });
  return (
    <>
      <Breadcrumb current={t('payments.makePaymentTitle')} />
      <PageTitle>{t('payments.makePaymentTitle')}</PageTitle>
      <div className={layout.cards}>
        <PaymentScreen isTitleHidden billId={bill} />
        <PlannedPayments />
      </div>
    </>
  );
}
