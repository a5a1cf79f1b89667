import { useTranslation } from 'react-i18next';
import { AccountFacts } from '../../features/account-info/AccountFacts.tsx';
import { ContactSection } from '../../features/account-info/ContactSection.tsx';
import { NotificationSection } from '../../features/account-info/NotificationSection.tsx';
import { PinSection } from '../../features/account-info/PinSection.tsx';
import { UnsavedChanges } from '../../features/account-info/UnsavedChanges.tsx';
import { useBillingAccount } from '../../features/accounts/accounts.queries.ts';
import { PaperlessChoice } from '../../features/paperless/PaperlessChoice.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { PortalPage } from '../PortalPage.tsx';

/** Account, contact with the PIN, and communication preferences: a card each (PROFILE-1). */
export function ProfilePage() {
  const { t } = useTranslation();
  const { bill_type } = useBillingAccount();
  return (
    <UnsavedChanges>
      <PortalPage
        breadcrumb={t('shell.menuProfile')}
        title={t('account-info.profile.title')}
        tab={t('shell.menuProfile')}
      >
        <Section title={t('account-info.profile.account')}>
          <AccountFacts />
        </Section>
        <Section title={t('account-info.profile.contact')} className={layout.parts}>
          <ContactSection place="profile" />
          <PinSection place="profile" />
        </Section>
        <Section title={t('account-info.profile.communication')} className={layout.parts}>
          <NotificationSection place="profile" />
          <PaperlessChoice billType={bill_type} place="profile" />
        </Section>
      </PortalPage>
    </UnsavedChanges>
  );
}
