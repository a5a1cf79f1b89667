import { useTranslation } from 'react-i18next';
import { PaymentScreen } from '../../features/payments/PaymentScreen.tsx';
import { PlannedPayments } from '../../features/planned-payments/PlannedPayments.tsx';
import layout from '../../ui/layout.module.css';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Breadcrumb } from '../Breadcrumb.tsx';

/** The payment form alone. */
export function MakePaymentPage() {
  const { t } = useTranslation();
  return (
    <>
      <Breadcrumb current={t('payments.makePaymentTitle')} />
      <PageTitle>{t('payments.makePaymentTitle')}</PageTitle>
      <div className={layout.cards}>
        <PaymentScreen isTitleHidden />
        <PlannedPayments />
      </div>
    </>
  );
}
