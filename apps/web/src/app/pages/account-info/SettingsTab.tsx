import { useTranslation } from 'react-i18next';
import { AccountFacts } from '../../../features/account-info/AccountFacts.tsx';
import { useBillingAccount } from '../../../features/accounts/accounts.queries.ts';
import { BillingAddress } from '../../../features/address/BillingAddress.tsx';
import { ContactDetails } from '../../../features/contact/ContactDetails.tsx';
import { NotificationChoice } from '../../../features/notifications/NotificationChoice.tsx';
import { PaperlessChoice } from '../../../features/paperless/PaperlessChoice.tsx';
import { Section } from '../../../ui/Section.tsx';
import classes from './AccountParts.module.css';
import { SecurityTab } from './SecurityTab.tsx';

export const settingsTabs = ['account', 'personal', 'notifications', 'security'] as const;
export type SettingsTabName = (typeof settingsTabs)[number];

/** What stands in a tab of the settings. */
export function SettingsTab({ name }: { name: SettingsTabName }) {
  const { t } = useTranslation();
  const { bill_type } = useBillingAccount();
  switch (name) {
    case 'account':
      return (
        <Section title={t('account-info.settings.service')}>
          <AccountFacts />
        </Section>
      );
    case 'personal':
      return (
        <>
          <Section title={t('contact.title')}>
            <ContactDetails place="settings" />
          </Section>
          <Section title={t('address.title')}>
            <BillingAddress place="settings" />
          </Section>
        </>
      );
    case 'notifications':
      return (
        <Section title={t('account-info.profile.communication')} className={classes.parts ?? ''}>
          <NotificationChoice place="settings" />
          <PaperlessChoice billType={bill_type} place="dashboard" />
        </Section>
      );
    case 'security':
      return <SecurityTab />;
  }
}
