import type { OpenSession } from '@myaccount/contract/sessions';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { formatMoment } from '../../ui/moment.ts';
import classes from './OpenSessions.module.css';
import { useDeviceName } from './useDeviceName.ts';

interface SessionRowProps {
  readonly session: OpenSession;
  readonly onEnd: () => void;
}

/** One open session: device, network, times, and a button that ends it. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation();
  const device = useDeviceName()(session);
  const signedIn = formatMoment(session.signedInAt, i18n.language);
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <p className={classes.device}>{device}</p>
        <p className={`${classes.quiet} ${layout.dots}`}>
          <span>
            {session.isCurrent
              ? t('sessions.open.current')
              : t('sessions.open.lastUsed', { moment: formatMoment(session.lastUsedAt, i18n.language) })}
          </span>
          <span>{t('sessions.open.signedIn', { moment: signedIn })}</span>
          <span>{t('sessions.open.network', { network: session.network })}</span>
        </p>
      </div>
      <Button
        variant="default"
        className={layout.button ?? ''}
        aria-label={t(session.isCurrent ? 'sessions.open.endThis' : 'sessions.open.endOf', {
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
