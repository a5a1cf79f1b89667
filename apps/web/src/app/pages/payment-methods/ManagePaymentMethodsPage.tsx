import { useTranslation } from 'react-i18next';
import { ManageMethods } from '../../../features/payment-methods/ManageMethods.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Breadcrumb } from '../../Breadcrumb.tsx';

/** Saved cards and bank accounts: add, make default, remove. */
export function ManagePaymentMethodsPage() {
  const { t } = useTranslation();
  return (
    <>
      <Breadcrumb current={t('payment-methods.title')} />
      <PageTitle>{t('payment-methods.title')}</PageTitle>
      <ManageMethods />
    </>
  );
}
