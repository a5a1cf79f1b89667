import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ServiceSection } from '../../features/account-info/AccountFacts.tsx';
import { BillingAddressSection } from '../../features/account-info/BillingAddress.tsx';
import { ContactSection } from '../../features/account-info/ContactSection.tsx';
import { NotificationSection } from '../../features/account-info/NotificationSection.tsx';
import { PinSection } from '../../features/account-info/PinSection.tsx';
import { UnsavedChanges } from '../../features/account-info/UnsavedChanges.tsx';
import { useBillingAccount } from '../../features/accounts/accounts.queries.ts';
import { ConsentHistory } from '../../features/consents/ConsentHistory.tsx';
import { PaperlessChoice } from '../../features/paperless/PaperlessChoice.tsx';
import { ChangeHistory } from '../../features/sessions/ChangeHistory.tsx';
import { OpenSessions } from '../../features/sessions/OpenSessions.tsx';
import layout from '../../ui/layout.module.css';
import { Section } from '../../ui/Section.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { PortalPage } from '../PortalPage.tsx';

const tabs = {
  account: ServiceSection,
  personal: PersonalTab,
  notifications: NotificationsTab,
  security: SecurityTab,
};
type TabName = keyof typeof tabs;
const tabNames = Object.keys(tabs) as TabName[];

/** The settings in four tabs; the query says which one is open (SETTINGS-1). */
export function SettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ from: '/signed-in/settings' });
  const selected = tabNames.find((name) => name === search.tab) ?? 'account';
  const textOf = (name: TabName) => t(`account-info.settings.tab.${name}`);
  const Tab = tabs[selected];
  return (
    <UnsavedChanges>
      <PortalPage title={t('shell.menuSettings')} tab={`${textOf(selected)} · ${t('shell.menuSettings')}`}>
        <Tabs
          label={t('shell.menuSettings')}
          tabs={tabNames.map((name) => ({ name, text: textOf(name) }))}
          selected={selected}
          onSelect={(tab) => void navigate({ to: '/settings', search: { tab } })}
          className={layout.cards ?? ''}
        >
          <Tab />
        </Tabs>
      </PortalPage>
    </UnsavedChanges>
  );
}

function PersonalTab() {
  const { t } = useTranslation();
  return (
    <>
      <Section title={t('contact.title')}>
        <ContactSection place="settings" />
      </Section>
      <Section title={t('address.title')}>
        <BillingAddressSection />
      </Section>
    </>
  );
}

function NotificationsTab() {
  const { t } = useTranslation();
  const { bill_type } = useBillingAccount();
  return (
    <Section title={t('account-info.profile.communication')} className={layout.parts}>
      <NotificationSection place="settings" />
      <PaperlessChoice billType={bill_type} place="dashboard" />
    </Section>
  );
}

/** The PIN, where the customer is signed in, what was agreed to (CONSENT-1), and what was changed (SESSIONS-1). */
function SecurityTab() {
  const { t } = useTranslation();
  const [consentsPage, setConsentsPage] = useState(1);
  const [changesPage, setChangesPage] = useState(1);
  return (
    <>
      <Section title={t('pin.title')}>
        <PinSection place="settings" />
      </Section>
      <OpenSessions />
      <ConsentHistory page={consentsPage} onPage={setConsentsPage} />
      <ChangeHistory page={changesPage} onPage={setChangesPage} />
    </>
  );
}
