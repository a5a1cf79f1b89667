import { useTranslation } from 'react-i18next';
import { AccountFacts } from '../../../features/account-info/AccountFacts.tsx';
import { UnsavedChanges } from '../../../features/account-info/UnsavedChanges.tsx';
import { useBillingAccount } from '../../../features/accounts/accounts.queries.ts';
import { ContactDetails } from '../../../features/contact/ContactDetails.tsx';
import { NotificationChoice } from '../../../features/notifications/NotificationChoice.tsx';
import { PaperlessChoice } from '../../../features/paperless/PaperlessChoice.tsx';
import { AccountPin } from '../../../features/pin/AccountPin.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { Section } from '../../../ui/Section.tsx';
import { Breadcrumb } from '../../Breadcrumb.tsx';
import pages from '../Pages.module.css';
import classes from './AccountParts.module.css';

/** Account, contact with the PIN, and communication preferences: a card each (PROFILE-1). */
export function ProfilePage() {
  const { t } = useTranslation();
  const { bill_type } = useBillingAccount();
  return (
    <UnsavedChanges>
      <Breadcrumb current={t('shell.menuProfile')} />
      <PageTitle>{t('account-info.profile.title')}</PageTitle>
      <div className={pages.stack}>
        <Section title={t('account-info.profile.account')}>
          <AccountFacts />
        </Section>
        <Section title={t('account-info.profile.contact')} className={classes.parts ?? ''}>
          <div>
            <ContactDetails place="profile" />
          </div>
          <div>
            <AccountPin place="profile" />
          </div>
        </Section>
        <Section title={t('account-info.profile.communication')} className={classes.parts ?? ''}>
          <NotificationChoice place="profile" />
          <PaperlessChoice billType={bill_type} place="profile" />
        </Section>
      </div>
    </UnsavedChanges>
  );
}
