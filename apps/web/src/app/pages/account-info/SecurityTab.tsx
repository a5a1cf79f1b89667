import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccountPin } from '../../../features/pin/AccountPin.tsx';
import { ChangeHistory } from '../../../features/sessions/ChangeHistory.tsx';
import { OpenSessions } from '../../../features/sessions/OpenSessions.tsx';
import { useOpenSessions } from '../../../features/sessions/sessions.queries.ts';
import { Section } from '../../../ui/Section.tsx';

/** The PIN, where the customer is signed in, and what was changed (SESSIONS-1). */
export function SecurityTab() {
  const { t } = useTranslation();
  const { isPending } = useOpenSessions();
  const [page, setPage] = useState(1);
  return (
    <>
      <Section title={t('pin.title')}>
        <AccountPin place="settings" />
      </Section>
      <OpenSessions />
      {/* Once the sessions above have their height, so that it never moves. */}
      {!isPending && <ChangeHistory page={page} onPage={setPage} />}
    </>
  );
}
