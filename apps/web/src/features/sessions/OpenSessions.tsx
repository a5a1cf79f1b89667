import type { OpenSession } from '@myaccount/contract/sessions';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ProblemState } from '../../ui/ProblemState.tsx';
import { Section } from '../../ui/Section.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { EndSessionsDialog } from './EndSessionsDialog.tsx';
import classes from './OpenSessions.module.css';
import { SessionRow } from './SessionRow.tsx';
import { type SessionsEnd, useOpenSessions } from './sessions.queries.ts';

/** Where the customer is signed in: each open session with a way to end it, and signing out everywhere (SESSIONS-1). */
export function OpenSessions() {
  const { t } = useTranslation();
  const { data, error, refetch } = useOpenSessions();
  return (
    <Section title={t('sessions.open.title')}>
      {data && <SessionList sessions={data} />}
      {!data && error && (
        <ProblemState text={t('sessions.open.failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <Skeleton />}
    </Section>
  );
}

function SessionList({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const [end, setEnd] = useState<SessionsEnd>();

  function finish(): void {
    setEnd(undefined);
    showToast('success', t('sessions.open.ended'));
    // The row is gone, with the button that was pressed.
    requestAnimationFrame(() => list.current?.focus());
  }

  return (
    <>
      <ul ref={list} tabIndex={-1} className={classes.list} aria-label={t('sessions.open.title')}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} onEnd={() => setEnd(session)} />
        ))}
      </ul>
      {sessions.length === 1 && <p className={classes.quiet}>{t('sessions.open.noOther')}</p>}
      <Button variant="default" className={classes.all ?? ''} onClick={() => setEnd('all')}>
        {t('sessions.open.endAll')}
      </Button>
      {end && <EndSessionsDialog end={end} onClose={() => setEnd(undefined)} onEnded={finish} />}
    </>
  );
}
