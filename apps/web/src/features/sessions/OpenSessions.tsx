import type { OpenSession } from '@myaccount/contract/sessions';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import layout from '../../ui/layout.module.css';
import { problemText } from '../../ui/problem-text.ts';
import { Section } from '../../ui/Section.tsx';
import { formatMoment } from '../../ui/time.ts';
import { showToast } from '../../ui/toasts.ts';
import { type SessionsEnd, sessionsQuery, useSessionsEnd } from './sessions.queries.ts';

/** Where the customer is signed in: each open session with a way to end it, and signing out everywhere (SESSIONS-1). */
export function OpenSessions() {
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
    <Section title={t('sessions.open.title')}>
      <Loaded query={useQuery(sessionsQuery())} failed={t('sessions.open.failed')}>
        {(sessions) => (
          <div className={layout.stack}>
            <ul ref={list} tabIndex={-1} aria-label={t('sessions.open.title')}>
              {sessions.map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => setEnd(session)} />
              ))}
            </ul>
            {sessions.length === 1 && <p className={layout.small}>{t('sessions.open.noOther')}</p>}
            <div>
              <Button variant="default" className={layout.button} onClick={() => setEnd('all')}>
                {t('sessions.open.endAll')}
              </Button>
            </div>
          </div>
        )}
      </Loaded>
      {end && <EndSessionsDialog end={end} onClose={() => setEnd(undefined)} onEnded={finish} />}
    </Section>
  );
}

/** Returns the name of a device: “Chrome on Windows”, or what is known of it. */
function deviceName({ browser, system }: OpenSession, t: TFunction): string {
  if (browser && system) return t('sessions.open.device', { browser, system });
  return browser ?? system ?? t('sessions.open.unknownDevice');
}

/** One open session: device, network, times, and a button that ends it. */
function SessionRow({ session, onEnd }: { session: OpenSession; onEnd: () => void }) {
  const { t, i18n } = useTranslation();
  const { isCurrent, network } = session;
  const device = deviceName(session, t);
  const signedIn = formatMoment(session.signedInAt, i18n.language);
  const lastUsed = formatMoment(session.lastUsedAt, i18n.language);
  return (
    <li className={layout.rowsItem}>
      <div>
        <p>
          <strong>{device}</strong>
        </p>
        <p className={`${layout.small} ${layout.dots}`}>
          <span>
            {isCurrent ? t('sessions.open.current') : t('sessions.open.lastUsed', { moment: lastUsed })}
          </span>
          <span>{t('sessions.open.signedIn', { moment: signedIn })}</span>
          <span>{t('sessions.open.network', { network })}</span>
        </p>
      </div>
      <Button
        variant="default"
        className={layout.button}
        aria-label={t(isCurrent ? 'sessions.open.endThis' : 'sessions.open.endOf', {
          device,
          moment: signedIn,
        })}
        onClick={onEnd}
      >
        {t('sessions.open.end')}
      </Button>
    </li>
  );
}

/** Asks before sessions end, and ends them; ending this one signs out. */
function EndSessionsDialog(props: { end: SessionsEnd; onClose: () => void; onEnded: () => void }) {
  const { end, onClose, onEnded } = props;
  const { t } = useTranslation();
  const { mutate, isPending, isSuccess, error } = useSessionsEnd(onEnded);
  const kind = end === 'all' ? 'all' : end.isCurrent ? 'current' : 'other';
  return (
    <ConfirmDialog
      title={t(`sessions.question.${kind}.title`)}
      confirmLabel={t(`sessions.question.${kind}.confirm`)}
      cancelLabel={t('sessions.question.cancel')}
      isBusy={isPending || isSuccess}
      onConfirm={() => mutate(end)}
      onCancel={onClose}
    >
      <span>{t(`sessions.question.${kind}.text`, { device: end === 'all' ? '' : deviceName(end, t) })}</span>
      {error && (
        <span role="alert" className={layout.error}>
          {` ${problemText(error, t, 'sessions.question.failed')}`}
        </span>
      )}
    </ConfirmDialog>
  );
}
