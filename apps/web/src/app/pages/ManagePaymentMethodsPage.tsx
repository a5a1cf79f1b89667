import { useTranslation } from 'react-i18next';
import { AddMethodButton } from '../../features/payment-methods/MethodButtons.tsx';
import { SavedMethods } from '../../features/payment-methods/SavedMethods.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { PortalPage } from '../PortalPage.tsx';

/** Saved cards and bank accounts: add, make default, remove. */
export function ManagePaymentMethodsPage() {
  const { t } = useTranslation();
  return (
    <PortalPage title={t('payment-methods.title')}>
      <Section title={t('payment-methods.list')}>
        <div className={layout.stack}>
          <SavedMethods place="manage" />
          <div>
            <AddMethodButton variant="filled" />
          </div>
        </div>
      </Section>
    </PortalPage>
  );
}
