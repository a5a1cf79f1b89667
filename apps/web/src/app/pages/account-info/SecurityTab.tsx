import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConsentHistory } from '../../../features/consents/ConsentHistory.tsx';
import { useConsentHistory } from '../../../features/consents/consent-history.queries.ts';
import { AccountPin } from '../../../features/pin/AccountPin.tsx';
import { ChangeHistory } from '../../../features/sessions/ChangeHistory.tsx';
import { OpenSessions } from '../../../features/sessions/OpenSessions.tsx';
import { useOpenSessions } from '../../../features/sessions/sessions.queries.ts';
import { Section } from '../../../ui/Section.tsx';

/** The PIN, where the customer is signed in, what was agreed to (CONSENT-1), and what was changed (SESSIONS-1). */
export function SecurityTab() {
  const { t } = useTranslation();
  const [consentsPage, setConsentsPage] = useState(1);
  const [changesPage, setChangesPage] = useState(1);
  const sessions = useOpenSessions();
  const consents = useConsentHistory(consentsPage);
  return (
    <>
      <Section title={t('pin.title')}>
        <AccountPin place="settings" />
      </Section>
      <OpenSessions />
      {/* Each once what is above has its height, so that it never moves. */}
      {!sessions.isPending && <ConsentHistory page={consentsPage} onPage={setConsentsPage} />}
      {!sessions.isPending && !consents.isPending && (
        <ChangeHistory page={changesPage} onPage={setChangesPage} />
      )}
    </>
  );
}
