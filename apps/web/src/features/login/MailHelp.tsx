import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../ui/TextLink.tsx';
import classes from './Login.module.css';
import type { SentMail } from './sent-mail.ts';
import { secondsLeft, useCountdown } from './time-left.ts';

/** A mail that has not come by then may need help. */
const lateAfterSeconds = 30;

/** The way to another address and, once the mail is late, where it may be: read out when it appears, below all else. */
export function MailHelp({ mail, onBack }: { mail: SentMail; onBack: () => void }) {
  const { t } = useTranslation();
  const isLate = useCountdown(secondsLeft(lateAfterSeconds, mail.sentAt)) === 0;
  return (
    <>
      <LinkButton className={classes.link} onClick={onBack}>
        {t('login.anotherEmail')}
      </LinkButton>
      <div role="status">
        {isLate && (
          <div className={classes.help}>
            <p>{t('login.late.title')}</p>
            <ul>
              <li>{t('login.late.spam')}</li>
              <li>{t('login.late.spelling', { email: mail.email })}</li>
            </ul>
          </div>
        )}
      </div>
    </>
  );
}
